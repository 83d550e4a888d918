import type { Stage } from '../stage/stage.ts'
import { attackLine, attackText, strangeHost } from './attacks.ts'

type Shape = 'line' | 'unique line' | 'text' | 'lines' | 'keys' | 'nested'

/** Columns whose content the pages show, by table. */
const columns: Record<string, Record<string, Shape>> = {
  companies: { name: 'line' },
  categories: { name: 'unique line' },
  integrations: { name: 'line', system_id: 'unique line' },
  users: { name: 'line' },
  experts: { topics: 'lines', topic_levels: 'keys' },
  questions: {
    subject: 'line',
    text: 'text',
    metadata: 'nested',
    reroute_reason: 'line',
  },
  question_external_ids: { system: 'line', external_id: 'unique line' },
  messages: { body: 'text' },
  notes: { body: 'text' },
  offers: { reason: 'line' },
  drafts: { body: 'text' },
  saved_replies: { title: 'line', shortcut: 'unique line', body: 'text' },
  knowledge: { question: 'line', answer: 'text', class: 'line' },
  files: { name: 'line' },
  dead_letters: { name: 'line', reason: 'line' },
}

/** The words that begin the content of a column, by which a page is seen to show it. */
const markOf = (table: string, column: string): string => `${table}-${column}`.replaceAll('_', '-')

/**
 * Replaces every text of every company by attacks, also texts that no request could have stored. Pages of `widgetOrigin` may show
 * the widget.
 */
export async function fillWithAttacks(stage: Stage, widgetOrigin: string): Promise<void> {
  for (const [table, shapes] of Object.entries(columns)) {
    for (const [column, shape] of Object.entries(shapes)) {
      const words = `${markOf(table, column)} `
      const attack = words + (shape === 'text' ? attackText : attackLine)
      await stage.sql(`update ${table} set ${column} = ${sqlOf[shape]} where ${column} is not null`, [attack])
    }
  }
  await stage.sql('update users set avatar_url = $1', [`https://${strangeHost}/face.png`])
  await stage.sql(`update companies set settings = settings || $1`, [
    JSON.stringify({
      markdown: true,
      avatarHosts: [strangeHost],
      widgetOrigins: [widgetOrigin],
      widgetTitle: `settings-title ${attackLine}`,
      widgetGreeting: `settings-greeting ${attackLine}`,
      bannedKeywords: [`settings-keyword ${attackLine}`],
      emergencyPhrases: [`settings-phrase ${attackLine}`],
    }),
  ])
  await stage.sql(
    `update models set report = replace(replace(report::text, '"actual":"', $1), '"class":"', $2)::json`,
    [`"actual":${openString('models-actual')}`, `"class":${openString('models-class')}`],
  )
}

const sqlOf: Record<Shape, string> = {
  line: '$1',
  text: '$1',
  'unique line': `$1 || ' ' || gen_random_uuid()`,
  lines: 'array[$1]',
  keys: 'jsonb_build_object($1::text, 3)',
  nested: `jsonb_build_object($1::text, $1::text, 'list', jsonb_build_array($1::text, jsonb_build_object($1::text, $1::text)))`,
}

/** The beginning of a JSON string, without its end. */
const openString = (mark: string) => JSON.stringify(`${mark} ${attackLine} `).slice(0, -1)

/** Adds rows of kinds that a company without trouble lacks, for a question that went to the agents. */
export async function addTrouble(
  stage: Stage,
  { uuid, agentUuid }: { uuid: string; agentUuid: string },
): Promise<void> {
  const about = 'from questions where id = $1'
  await stage.sql(`update questions set reroute_reason = 'x' where id = $1`, [uuid])
  await stage.sql(
    `insert into offers (id, company_id, question_id, expert_id, round, wave, status, reason, closed_at)
      select gen_random_uuid(), q.company_id, q.id, e.user_id, 0, 1, 'declined', 'x', now()
      from questions q join experts e on e.company_id = q.company_id where q.id = $1 limit 1`,
    [uuid],
  )
  await stage.sql(
    `insert into notes (id, company_id, question_id, author_id, author_kind, body)
      select gen_random_uuid(), company_id, id, $2, 'AGENT', 'x' ${about}`,
    [uuid, agentUuid],
  )
  await stage.sql(
    `insert into drafts (user_id, question_id, company_id, body, updated_at) select $2, id, company_id, 'x', now() ${about}`,
    [uuid, agentUuid],
  )
  await stage.sql(
    `insert into question_external_ids (company_id, system, external_id, question_id) select company_id, 'x', 'x', id ${about}`,
    [uuid],
  )
  await stage.sql(
    `insert into dead_letters (id, company_id, kind, name, payload, reason, attempts)
      select gen_random_uuid(), company_id, 'job', 'x', '{}', 'x', 5 ${about}`,
    [uuid],
  )
  await stage.sql(
    `insert into knowledge (id, company_id, question, answer, class, suspended_at, suspended_reason)
      select gen_random_uuid(), company_id, 'x', 'x', 'x', now(), 'CONTESTED' ${about}`,
    [uuid],
  )
}
