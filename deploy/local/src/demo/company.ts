import type { Role } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import {
  addKnowledge,
  createCategory,
  createCompany,
  createExpert,
  createIntegration,
  createPerson,
  findCompany,
} from '@askline/domain'
import { historyOf } from './history-rows.ts'
import { insertRows } from './insert-rows.ts'
import { knownAnswers } from './known-answers.ts'
import { admin, agents, askers, experts } from './people.ts'
import { buildRandom } from './random.ts'
import type { SampleQuestion } from './sample.ts'
import { pastMs, tellStories } from './story.ts'

export const systemId = 'demo-app'
const companyTag = 'demo-bank'
/** Decides who asked, answered and rated what: the demo's past is the same everywhere, but for the date it ends on. */
const historySeed = 1977

export type DemoCompany = { companyId: string; integrationId: string }

const integrationOf: Statement = {
  name: 'demo-integration',
  text: 'select id from integrations where company_id = $1 and system_id = $2',
}

/** The demo company, if it is there. Throws when somebody else has a company of that tag. */
export async function findDemoCompany(tx: Tx): Promise<DemoCompany | undefined> {
  const company = await findCompany(tx, companyTag)
  if (!company) return undefined
  const [integration] = await tx.query<{ id: string }>(integrationOf, [company.companyId, systemId])
  if (!integration)
    throw new Error(`There is a company ${companyTag} without the integration ${systemId}: not the demo's`)
  return { companyId: company.companyId, integrationId: integration.id }
}

/** Makes the company with its people, its categories, what it knows, and 90 days of resolved questions. Nobody can sign in yet. */
export async function createDemoCompany(tx: Tx, sample: readonly SampleQuestion[]): Promise<DemoCompany> {
  const { companyId, categoryId: oneToOneId } = await createCompany(tx, {
    tag: companyTag,
    name: 'Demo Bank',
    defaultCategory: { name: 'Banking', type: 'ONE_TO_ONE' },
  })
  const { categoryId: oneToManyId } = await createCategory(tx, { companyId, name: 'Community', type: 'ONE_TO_MANY' })
  const { integrationId } = await createIntegration(tx, { companyId, systemId, name: 'Demo app' })
  await addKnowledge(tx, { companyId, answers: knownAnswers })

  const castAskers = []
  for (const person of askers) castAskers.push(await createPerson(tx, { ...person, companyId, role: 'user' }))
  for (const person of agents) await createPerson(tx, { ...person, companyId, role: 'agent' })
  await createPerson(tx, { ...admin, companyId, role: 'admin' })
  const castExperts = []
  for (const expert of experts) castExperts.push({ ...expert, ...(await createExpert(tx, { ...expert, companyId })) })

  const [time] = await tx.query<{ now: Date }>(companyTime, [companyId])
  const stories = tellStories({
    sample,
    askers: castAskers,
    experts: castExperts,
    now: time!.now.getTime(),
    random: buildRandom(historySeed),
  })
  const place = { companyId, companyTag, integrationId, oneToOneId, oneToManyId }
  for (const [table, rows] of Object.entries(historyOf(stories, place))) await insertRows(tx, table, rows)
  await tx.query(countRecord, [companyId])
  await tx.query(cameBefore, [companyId, pastMs])
  return { companyId, integrationId }
}

const companyTime: Statement = { name: 'demo-time', text: 'select company_now($1)::timestamptz(3) as now' }

// What `respond` and `rate` would have counted, answer by answer; a rating is worth 1 for the best value, 0 for the last.
const countRecord: Statement = {
  name: 'demo-records',
  text: `update experts e set number_of_answers = record.answers, rated_answers = record.rated,
      rating_sum = record.rating_sum, last_active_at = record.last_at, changed_at = clock_timestamp()
    from (
      select author_id, count(*) as answers, count(rating) as rated, max(created_at) as last_at,
        coalesce(sum(1 - (array_position(array['POSITIVE_5', 'NEUTRAL_POSITIVE_5', 'NEUTRAL_5', 'NEUTRAL_NEGATIVE_5',
          'NEGATIVE_5'], rating) - 1) / 4.0), 0) as rating_sum
      from responses where company_id = $1 group by author_id
    ) record where e.user_id = record.author_id`,
}

// Who asked and answered in the past was there before it began.
const cameBefore: Statement = {
  name: 'demo-came-before',
  text: `with company as (
      update companies set created_at = created_at - ($2::bigint + 86400000) * interval '1 ms' where id = $1 returning id, created_at
    )
    update users u set created_at = c.created_at from company c where u.company_id = c.id`,
}

export type SignInPerson = {
  userId: string
  name: string
  email: string
  role: Exclude<Role, 'user'>
  passwordHash: string | null
}

const people: Statement = {
  name: 'demo-people',
  text: `select id as "userId", name, email, role, password_hash as "passwordHash" from users
    where company_id = $1 and email = any($2::text[]) and role <> 'user'`,
}

/** The experts, agents and the admin of the demo who are still there, in the order of the cast. */
export async function findSignInPeople(tx: Tx, { companyId }: DemoCompany): Promise<SignInPerson[]> {
  const emails = [...experts, ...agents, admin].map(({ email }) => email)
  const found = await tx.query<SignInPerson>(people, [companyId, emails])
  return found.sort((a, b) => emails.indexOf(a.email) - emails.indexOf(b.email))
}

const neverAway: Statement = {
  name: 'demo-never-away',
  text: `with category as (
      update categories set settings = settings || '{"awayAfterMissed": 0}' where company_id = $1 and not settings ? 'awayAfterMissed'
    )
    update experts set availability = 'AVAILABLE', away_reason = null, missed_offers = 0
    where company_id = $1 and away_reason = 'MISSED_OFFERS'`,
}

/** Nobody sits behind the demo's experts: left to the rule, all of them would be away after a few questions. */
export async function keepStaffAvailable(tx: Tx, { companyId }: DemoCompany): Promise<void> {
  await tx.query(neverAway, [companyId])
}
