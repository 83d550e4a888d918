import type { Role } from '@askline/contracts'
import { integrations, type RowOf, statement, type Tx, types, users } from '@askline/db'
import { createExpert } from '@askline/domain/administration/create-expert'
import { createCategory } from '@askline/domain/companies/create-category'
import { createCompany, findCompany } from '@askline/domain/companies/create-company'
import { createIntegration } from '@askline/domain/companies/create-integration'
import { createPerson } from '@askline/domain/companies/create-person'
import { dismissStart } from '@askline/domain/companies/start-steps'
import { addKnowledge } from '@askline/domain/knowledge/add-knowledge'
import { addReply } from '@askline/domain/replies/replies'
import type { DemoCompany } from './demo-company.ts'
import { bannedKeyword, emergencyPhrase } from './demo-phrases.ts'
import { historyOf } from './history-rows.ts'
import { insertRows } from './insert-rows.ts'
import { germanAnswers, knownAnswers } from './known-answers.ts'
import { admin, agents, askers, experts, sandboxExperts } from './people.ts'
import { buildRandom } from './random.ts'
import type { SampleQuestion } from './sample.ts'
import { savedReplies } from './saved-replies.ts'
import { pastMs, tellStories } from './story.ts'
import { storeTrainingFiles } from './training-files.ts'

export const systemId = 'demo-app'
export const companyTag = 'demo-bank'
export const sandboxTag = 'demo-sandbox'
/** Seed of all random choices, so that the demo's past is the same everywhere except for its end date. */
const historySeed = 1977

const integrationOf = statement({
  name: 'demo-integration',
  params: [types.uuid, types.text],
  row: { id: integrations.id },
  text: 'select id from integrations where company_id = $1 and system_id = $2',
})

/** Returns a company of the demo, or undefined if it does not exist. Throws if a company with that tag was not created by the demo. */
export async function findDemoCompany(tx: Tx, tag: string): Promise<DemoCompany | undefined> {
  const company = await findCompany(tx, tag)
  if (!company) return undefined
  const [integration] = await tx.query(integrationOf, [company.companyId, systemId])
  if (!integration) throw new Error(`The company ${tag} has no integration ${systemId}, so the demo did not create it`)
  return { companyId: company.companyId, integrationId: integration.id }
}

/** Creates the company with its people, categories, known answers and 90 days of resolved questions. It has no credentials yet. */
export async function createDemoCompany(tx: Tx, sample: readonly SampleQuestion[]): Promise<DemoCompany> {
  await tx.query(mayPause, [])
  const { companyId, categoryId: oneToOneId } = await createCompany(tx, {
    tag: companyTag,
    name: 'Demo Bank',
    settings: { emergencyPhrases: [emergencyPhrase], bannedKeywords: [bannedKeyword], markdown: true },
    defaultCategory: { name: 'Banking', type: 'ONE_TO_ONE' },
  })
  await dismissStart(tx.of(companyId))
  const { categoryId: oneToManyId } = await createCategory(tx, { companyId, name: 'Community', type: 'ONE_TO_MANY' })
  const { integrationId } = await createIntegration(tx, { companyId, systemId, name: 'Demo app' })
  await addKnowledge(tx, { companyId, answers: [...knownAnswers, ...germanAnswers] })

  const castAskers = []
  for (const person of askers) castAskers.push(await createPerson(tx, { ...person, companyId, role: 'user' }))
  for (const person of agents) await createPerson(tx, { ...person, companyId, role: 'agent' })
  const { userId: adminId } = await createPerson(tx, { ...admin, companyId, role: 'admin' })
  for (const reply of savedReplies) {
    await addReply(tx, { kind: 'agent', userId: adminId, companyId, isAdmin: true }, { ...reply, owner: 'COMPANY' })
  }
  const castExperts = []
  for (const expert of experts) castExperts.push({ ...expert, ...(await createExpert(tx, { ...expert, companyId })) })

  const [time] = await tx.query(companyTime, [companyId])
  const stories = tellStories({
    sample,
    askers: castAskers,
    experts: castExperts,
    now: time!.now.getTime(),
    random: buildRandom(historySeed),
  })
  const place = { companyId, companyTag, integrationId, oneToOneId, oneToManyId }
  await insertRows(tx, historyOf(stories, place))
  await tx.query(countRecord, [companyId])
  await tx.query(cameBefore, [companyId, pastMs])
  await storeTrainingFiles(tx, { companyId, integrationId }, sample)
  return { companyId, integrationId }
}

/** Creates the sandbox: an integration, two experts and an admin, who can move its clock. It has no credentials yet. */
export async function createSandbox(tx: Tx): Promise<DemoCompany> {
  const defaultCategory = { name: 'Banking', type: 'ONE_TO_ONE' } as const
  const { companyId } = await createCompany(tx, {
    tag: sandboxTag,
    name: 'Demo Sandbox',
    isSandbox: true,
    defaultCategory,
  })
  await dismissStart(tx.of(companyId))
  const { integrationId } = await createIntegration(tx, { companyId, systemId, name: 'Demo app' })
  for (const expert of sandboxExperts) await createExpert(tx, { ...expert, companyId })
  await createPerson(tx, { ...admin, companyId, role: 'admin' })
  return { companyId, integrationId }
}

/** On a busy machine, making up the past takes longer than the five seconds for which a transaction may usually be idle. */
const mayPause = statement({
  name: 'demo-may-pause',
  row: { limit: types.text },
  text: `select set_config('idle_in_transaction_session_timeout', '60000', true) as "limit"`,
})

const companyTime = statement({
  name: 'demo-time',
  params: [types.uuid],
  row: { now: types.instant },
  text: 'select company_now($1)::timestamptz(3) as now',
})

// The counts that `respond` and `rate` would have made. A rating counts from 0 (worst) to 1 (best).
const countRecord = statement({
  name: 'demo-records',
  params: [types.uuid],
  text: `update experts e set number_of_answers = record.answers, rated_answers = record.rated,
      rating_sum = record.rating_sum, last_active_at = record.last_at, changed_at = clock_timestamp()
    from (
      select author_id, count(*) as answers, count(rating) as rated, max(created_at) as last_at,
        coalesce(sum(1 - (array_position(array['POSITIVE_5', 'NEUTRAL_POSITIVE_5', 'NEUTRAL_5', 'NEUTRAL_NEGATIVE_5',
          'NEGATIVE_5'], rating) - 1) / 4.0), 0) as rating_sum
      from responses where company_id = $1 group by author_id
    ) record where e.user_id = record.author_id`,
})

// People must be older than the demo's past.
const cameBefore = statement({
  name: 'demo-came-before',
  params: [types.uuid, types.int],
  text: `with company as (
      update companies set created_at = created_at - ($2::bigint + 86400000) * interval '1 ms'
      where id = $1 returning id, created_at
    )
    update users u set created_at = c.created_at from company c where u.company_id = c.id`,
})

const personRow = {
  userId: users.id,
  name: users.name,
  email: types.present(users.email),
  role: types.textOf<Exclude<Role, 'user'>>(),
  passwordHash: users.passwordHash,
} as const
export type SignInPerson = RowOf<typeof personRow>

const people = statement({
  name: 'demo-people',
  params: [types.uuid, types.array(types.text)],
  row: personRow,
  text: `select id as "userId", name, email, role, password_hash as "passwordHash" from users
    where company_id = $1 and email = any($2::text[]) and role <> 'user'`,
})

/** Returns the remaining experts, agents and the admin of the demo, in the order of the cast. */
export async function findSignInPeople(tx: Tx, { companyId }: DemoCompany): Promise<SignInPerson[]> {
  const emails = [...experts, ...agents, admin].map(({ email }) => email)
  const found = await tx.query(people, [companyId, emails])
  return found.sort((a, b) => emails.indexOf(a.email) - emails.indexOf(b.email))
}

const neverAway = statement({
  name: 'demo-never-away',
  params: [types.uuid],
  text: `with category as (
      update categories set settings = settings || '{"awayAfterMissed": 0}' where company_id = $1 and not settings ? 'awayAfterMissed'
    )
    update experts set availability = 'AVAILABLE', away_reason = null, away_since = null, missed_offers = 0
    where company_id = $1 and away_reason = 'MISSED_OFFERS'`,
})

/** Turns off the rule that makes experts AWAY after missed offers, because no person answers for the demo's experts. */
export async function keepStaffAvailable(tx: Tx, { companyId }: DemoCompany): Promise<void> {
  await tx.query(neverAway, [companyId])
}
