import { questions, statement, type Tx, types } from '@askline/db'
import type { Actor } from '../actors.ts'
import { mustSee, mustSeeMessage } from './find.ts'

const lockVersion = statement({
  name: 'lock-version-of-question',
  params: [types.uuid],
  row: { version: questions.version },
  text: 'select version from questions where id = $1 and company_id = $company for update',
})

/**
 * Returns the version of a question and locks it until the transaction ends. Throws NotFoundError if the actor may not see the
 * question.
 */
export async function findVersionOfQuestion(tx: Tx, actor: Actor, questionId: string): Promise<string> {
  await mustSee(tx, actor, { questionId })
  return readVersion(tx, questionId)
}

/** Returns the version of a message's question, as `findVersionOfQuestion` does. */
export async function findVersionOfMessage(tx: Tx, actor: Actor, messageId: string): Promise<string> {
  return readVersion(tx, await mustSeeMessage(tx, actor, messageId))
}

async function readVersion(tx: Tx, questionId: string): Promise<string> {
  const [row] = await tx.query(lockVersion, [questionId])
  return String(row?.version)
}

const locks = {
  experts: statement({
    name: 'lock-version-of-expert',
    params: [types.uuid],
    row: { found: types.int },
    text: `select 1 as found from experts e join users u on u.id = e.user_id and u.company_id = e.company_id where e.user_id = $1 and e.company_id = $company for update`,
  }),
  // Also locks the company's admins, all in the order of `mustLeaveAnAdmin`: two admins who change each other would deadlock.
  users: statement({
    name: 'lock-version-of-user',
    params: [types.uuid],
    row: { found: types.int },
    text: `select 1 as found from users u
      where u.company_id = $company and (u.id = $1 or u.role = 'admin')
      order by u.id for update`,
  }),
  companies: statement({
    name: 'lock-version-of-company',
    params: [types.uuid],
    row: { found: types.int },
    text: 'select 1 as found from companies where id = $1 for update',
  }),
  categories: statement({
    name: 'lock-version-of-category',
    params: [types.uuid],
    row: { found: types.int },
    text: 'select 1 as found from categories where id = $1 and company_id = $company for update',
  }),
  knowledge: statement({
    name: 'lock-version-of-knowledge',
    params: [types.uuid],
    row: { found: types.int },
    text: 'select 1 as found from knowledge where id = $1 and company_id = $company for update',
  }),
  savedReplies: statement({
    name: 'lock-version-of-reply',
    params: [types.uuid],
    row: { found: types.int },
    text: 'select 1 as found from saved_replies where id = $1 and company_id = $company for update',
  }),
  integrations: statement({
    name: 'lock-version-of-integration',
    params: [types.uuid],
    row: { found: types.int },
    text: 'select 1 as found from integrations where id = $1 and company_id = $company for update',
  }),
  webhookEndpoints: statement({
    name: 'lock-version-of-webhook',
    params: [types.uuid],
    row: { found: types.int },
    text: 'select 1 as found from webhook_endpoints where id = $1 and company_id = $company for update',
  }),
}
export type VersionedTable = keyof typeof locks

/** Locks a row until the transaction ends, so that its version stays what was compared. Without effect if it does not exist. */
export async function lockRow(tx: Tx, table: VersionedTable, id: string): Promise<void> {
  await tx.query(locks[table], [id])
}
