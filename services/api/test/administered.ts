import { randomUUID } from 'node:crypto'
import { type Database, inCompany, inSystem, statement, type Tx, types } from '@askline/db'
import { createCredential } from '@askline/domain/access/credentials'
import { issuePersonalCredential } from '@askline/domain/access/personal-credentials'
import { createExpert } from '@askline/domain/administration/create-expert'
import { createCategory } from '@askline/domain/companies/create-category'
import { createIntegration } from '@askline/domain/companies/create-integration'
import { createPerson } from '@askline/domain/companies/create-person'
import { storeFile } from '@askline/domain/files/store'
import { addKnowledge } from '@askline/domain/knowledge/add-knowledge'
import { giveAutomaticAnswer } from '@askline/domain/knowledge/automatic-answers'
import { forgetPerson } from '@askline/domain/privacy/forget'
import { addReply } from '@askline/domain/replies/replies'
import { addWebhook, removeWebhook } from '@askline/domain/webhooks/endpoints'

/** Adds one row to each list that admins manage, for tests to change or remove. */
export async function addAdministered(
  db: Database,
  { companyId, ada, integrationId }: { companyId: string; ada: string; integrationId: string },
) {
  const name = randomUUID()
  const email = `${randomUUID()}@example.com`
  const letter = randomUUID()
  await db.system.query(
    `insert into dead_letters (id, company_id, kind, name, payload, reason, attempts)
      values ($1, $2::uuid, 'job', 'drain-backlog', jsonb_build_object('companyId', ($2::uuid)::text), 'failed', 5)`,
    [letter, companyId],
  )
  const agent = { companyId, name, email: `${name}@example.com`, role: 'agent' } as const
  const person = await inSystem(db, async (tx) => {
    const { userId } = await createPerson(tx, agent)
    const { credential } = await issuePersonalCredential(tx, companyId, userId)
    return { uuid: userId, clientId: credential.clientId, sessionUuid: await addSession(tx, companyId, userId) }
  })
  const session = { uuid: await inSystem(db, (tx) => addSession(tx, companyId, ada)) }
  const integration = await inSystem(db, async (tx) => {
    const { integrationId } = await createIntegration(tx, { companyId, systemId: name, name })
    const { clientId } = await createCredential(tx, { companyId, integrationId })
    return { uuid: integrationId, clientId }
  })
  const { receipt } = await inSystem(db, (tx) => forgetPerson(tx, { companyId, email }))
  return inCompany(db, companyId, async (tx) => {
    const expert = { companyId, name, email: `${name}@example.org`, languages: ['en'], topics: [] }
    const answer = { question: 'Where is my card?', answer: 'On its way.' }
    const { knowledgeIds } = await addKnowledge(tx, { companyId, answers: [answer] })
    const found = { predictedClass: null, classConfidence: 0, answerConfidence: 0.9 }
    const knowledgeId = knowledgeIds[0] ?? ''
    const given = await giveAutomaticAnswer(tx, companyId, 'Where is it?', { ...found, knowledgeId }, ada)
    const admin = { kind: 'agent', userId: ada, companyId, isAdmin: true } as const
    const aReply = { title: name, text: 'In the app.', owner: 'COMPANY' } as const
    return {
      reply: { uuid: (await addReply(tx, admin, aReply)).replyId },
      receipt: { uuid: receipt.uuid },
      model: { uuid: await keepSomeModel(tx, companyId) },
      file: { uuid: (await storeFile(tx, { ...aFile, companyId, sha256: name })).fileId },
      dead_letter: { uuid: letter },
      expert: { uuid: (await createExpert(tx, expert)).userId },
      category: { uuid: (await createCategory(tx, { companyId, name })).categoryId },
      knowledge: { uuid: knowledgeId },
      automatic_answer: { uuid: given.uuid },
      person,
      session,
      integration,
      ...(await addWebhookTo(tx, integrationId)),
    }
  })
}

/** Adds a webhook of an integration, with a delivery, and removes earlier ones but the first, because a company has at most 20. */
async function addWebhookTo(tx: Tx, integrationId: string) {
  for (const { id } of await tx.query(findWebhooks, [integrationId])) await removeWebhook(tx, { integrationId }, id)
  const stored = { secretId: randomUUID(), encryptedSecret: 'x', encryptionKeyId: 'x' }
  const wanted = { name: 'Warehouse', url: 'http://127.0.0.1:9/' }
  const { uuid } = await addWebhook(tx, { integrationId }, wanted, stored)
  const delivery = { uuid: randomUUID() }
  await tx.query(insertDelivery, [delivery.uuid, uuid])
  return { webhook: { uuid }, delivery }
}

const findWebhooks = statement({
  name: 'test-find-webhooks',
  params: [types.uuid],
  row: { id: types.uuid },
  text: 'select id from webhook_endpoints where company_id = $company and integration_id = $1 order by id offset 1',
})

const insertDelivery = statement({
  name: 'test-insert-delivery',
  params: [types.uuid, types.uuid],
  text: `insert into webhook_deliveries (id, company_id, endpoint_id, position, type, at, status)
    values ($1, $company, $2, 1, 'KNOWLEDGE_CHANGED', statement_timestamp(), 'DELIVERED')`,
})

/** Opens a sign-in of a person. */
async function addSession(tx: Tx, companyId: string, userId: string): Promise<string> {
  const [added] = await tx.of(companyId).query(insertSession, [randomUUID(), userId])
  return added?.id ?? ''
}

const insertSession = statement({
  name: 'test-insert-session',
  params: [types.uuid, types.uuid],
  row: { id: types.uuid },
  text: `insert into token_families (id, company_id, user_id, client_id, scopes, expires_at, session_hash, used_at)
    values ($1::uuid, $company, $2, 'askline-desk', '{}', clock_timestamp() + interval '1 day', $1::text, clock_timestamp())
    returning id`,
})

const aFile = {
  type: 'QA',
  name: 'answers.csv',
  format: 'CSV',
  sizeBytes: 0,
  uploader: { kind: 'admin', id: randomUUID() },
  chunks: (async function* () {})(),
} as const

async function keepSomeModel(tx: Tx, companyId: string): Promise<string> {
  const id = randomUUID()
  await tx.query(insertSomeModel, [id, companyId])
  return id
}

const insertSomeModel = statement({
  name: 'test-insert-some-model',
  params: [types.uuid, types.uuid],
  text: `insert into models (id, company_id, version, examples, classes, held_out, accuracy, calibration_error, report,
      verdict, judged, size_bytes, learned_until)
    select $1, $2, coalesce(max(version), 0) + 1, 10, 2, 10, 1, 0, '{"classes": [], "confusions": [], "rules": [], "reliability": []}',
      'FIRST', '', 0, statement_timestamp()
    from models where company_id = $2`,
})
