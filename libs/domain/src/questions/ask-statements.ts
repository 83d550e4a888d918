import type { CategorySettings } from '@askline/contracts'
import { categories, companies, questions, type RowOf, statement, types, users } from '@askline/db'
import { shownNameOf } from '../companies/shown-name.ts'

const factsRow = {
  place: types.int,
  now: types.instant,
  tag: companies.tag,
  companyName: companies.name,
  settings: companies.settings,
  askerName: users.name,
  askerRole: users.role,
  address: users.address,
  isBlocked: users.isBlocked,
  categoryId: categories.id,
  category: categories.name,
  type: categories.type,
  categorySettings: types.json<CategorySettings>(),
} as const
/** Facts about a question before it is written. */
export type AskFacts = RowOf<typeof factsRow>

/** Facts for new questions, which $1 lists with their place. A question whose asker or category does not exist has no row. */
export const askFacts = statement({
  name: 'ask-facts',
  params: [types.jsonText],
  row: factsRow,
  text: `select i.place, (statement_timestamp() + c.clock_offset)::timestamptz(3) as now, c.tag, c.name as "companyName", c.settings,
      ${shownNameOf('a')} as "askerName", a.role as "askerRole", a.address, a.is_blocked as "isBlocked",
      k.id as "categoryId", k.name as category, k.type, k.settings as "categorySettings"
    from jsonb_to_recordset($1::jsonb) as i(place int, "askerId" uuid, category text)
      join companies c on c.id = $company
      join users a on a.id = i."askerId" and a.company_id = $company and a.forgotten_at is null
      join categories k on k.company_id = $company and case when i.category is null then k.is_default else k.name = i.category end`,
})

/** Writes new questions with their external ids. Throws if an external id is already known. */
export const addQuestions = statement({
  name: 'add-questions',
  params: [types.jsonText, types.instant],
  row: { id: questions.id },
  text: `with added as (
    insert into questions (id, company_id, asker_id, integration_id, category_id, type, subject, text, folded, language, languages,
      company_tags, metadata, predicted_class, status, turn, is_rerouted, rerouted_at, closed_at, queued_at, wave_due_at,
      prompt_due_at, escalation_due_at, expiry_due_at, expires_at, created_at, updated_at, changed_at)
    select i.id, $company, i."askerId", i."integrationId", i."categoryId", i.type, i.subject, i.text, i.folded, i.language, i.languages,
      i."companyTags", i.metadata, i."predictedClass", i.status, i.turn, i."isRerouted", i."reroutedAt", i."closedAt", $2, i."waveDueAt",
      i."promptDueAt", i."escalationDueAt", i."expiryDueAt", i."expiresAt", $2, $2, $2
    from jsonb_to_recordset($1::jsonb) as i(id uuid, "askerId" uuid, "integrationId" uuid, "categoryId" uuid, type text, subject text,
      text text, folded text, language text, languages text[], "companyTags" text[], metadata jsonb, "predictedClass" text, status text,
      turn text, "isRerouted" boolean, "reroutedAt" timestamptz, "closedAt" timestamptz, "waveDueAt" timestamptz,
      "promptDueAt" timestamptz, "escalationDueAt" timestamptz, "expiryDueAt" timestamptz, "expiresAt" timestamptz)
    returning id
  ), ids as (
    insert into question_external_ids (company_id, system, external_id, question_id)
    select $company, x.system, x.id, i.id
    from jsonb_to_recordset($1::jsonb) as i(id uuid, "externalIds" jsonb), jsonb_to_recordset(i."externalIds") as x(id text, system text)
    -- Concurrent groups that share ids wait for each other in one order, and never in a circle.
    order by x.system, x.id
    returning question_id
  )
  select id from added`,
})
