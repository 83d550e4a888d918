import { attackLine, attackText, strangeHost } from '@askline/testing/attacks'
import type { Stage } from '../stage/stage.ts'

type Shape = 'line' | 'unique line' | 'text' | 'unique text' | 'lines' | 'keys' | 'nested'

/** Columns whose content the pages show, by table. */
const columns: Record<string, Record<string, Shape>> = {
  companies: { name: 'line' },
  categories: { name: 'unique line' },
  integrations: { name: 'line', system_id: 'unique line', redirect_uris: 'lines' },
  users: { name: 'line' },
  experts: { topics: 'lines', topic_levels: 'keys' },
  questions: {
    subject: 'line',
    text: 'text',
    metadata: 'nested',
    reroute_reason: 'line',
    predicted_class: 'line',
  },
  question_external_ids: { system: 'line', external_id: 'unique line' },
  messages: { body: 'text' },
  notes: { body: 'text' },
  offers: { reason: 'line' },
  drafts: { body: 'text' },
  saved_replies: { title: 'line', shortcut: 'unique line', body: 'text' },
  knowledge: { question: 'line', answer: 'unique text', class: 'line' },
  automatic_answers: { question: 'line', predicted_class: 'line', body: 'text' },
  files: { name: 'line', fault_code: 'line' },
  dead_letters: { name: 'line', reason: 'line' },
  audit_log: { reason: 'line', target_id: 'line', correlation_id: 'line' },
  forget_requests: { erased: 'keys' },
}

/** Columns that are filled in each row, because a list shows only the rows in sight. */
const everywhere = new Set(['questions.predicted_class', 'knowledge.class'])

/** The words that begin the content of a column, by which a page is seen to show it. */
const markOf = (table: string, column: string): string => `${table}-${column}`.replaceAll('_', '-')

/**
 * Replaces every text of every company by attacks, also texts that no request could have stored. Pages of `widgetOrigin` may show
 * the widget.
 */
export async function fillWithAttacks(stage: Stage, widgetOrigin: string): Promise<void> {
  // A few of a kind suffice, and the worker learns each of them again.
  await stage.sql(`delete from knowledge where id not in (select id from knowledge order by created_at desc limit 20)`)
  for (const [table, shapes] of Object.entries(columns)) {
    for (const [column, shape] of Object.entries(shapes)) {
      const words = `${markOf(table, column)} `
      const attack = words + (shape === 'text' || shape === 'unique text' ? attackText : attackLine)
      const rows = everywhere.has(`${table}.${column}`) ? 'true' : `${column} is not null`
      await stage.sql(`update ${table} set ${column} = ${sqlOf[shape]} where ${rows}`, [attack])
    }
  }
  // Addresses of askers stay, because they sign in with them.
  await stage.sql(`update users set email = $1 || id, address = $1 || id where role <> 'user'`, [
    `users-email ${attackLine} `,
  ])
  await stage.sql(`update credentials set client_id = $1 || client_id, scopes = array[$2] where client_id like 'x-%'`, [
    `credentials-client ${attackLine} `,
    `credentials-scopes ${attackLine}`,
  ])
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
    `update files set refused = json_build_array(json_build_object('line', 2, 'field', $1::text, 'reason', 'required'),
      json_build_object('line', 3, 'field', $1::text, 'reason', $1::text)) where rows_refused > 0`,
    [`files-refused ${attackLine}`],
  )
  await stage.sql(
    `update routing_decisions set requirement = ${levelOf('$1')},
      facts = jsonb_build_object('predictedClass', $2::text, 'classConfidence', 0.5)::json,
      candidates = (select json_agg(one::jsonb || jsonb_build_object('features', jsonb_build_object($3::text, 3), 'unmet', ${levelOf('$3')}))
        from json_array_elements(candidates) one) where json_array_length(candidates) > 0`,
    ['requirement', 'facts', 'candidates'].map((column) => `routing-decisions-${column} ${attackLine}`),
  )
  await stage.sql(
    `update models set report = replace(replace(report::text, '"actual":"', $1), '"class":"', $2)::json`,
    [`"actual":${openString('models-actual')}`, `"class":${openString('models-class')}`],
  )
}

/** SQL of a requirement whose topic is the text of a parameter. */
const levelOf = (parameter: string) => `jsonb_build_object('topicLevel', jsonb_build_object(${parameter}::text, 3))`

const sqlOf: Record<Shape, string> = {
  line: '$1',
  text: '$1',
  'unique line': `$1 || ' ' || gen_random_uuid()`,
  'unique text': `$1 || ' ' || gen_random_uuid()`,
  lines: 'array[$1]',
  keys: 'jsonb_build_object($1::text, 3)',
  nested: `jsonb_build_object($1::text, $1::text, 'list', jsonb_build_array($1::text, jsonb_build_object($1::text, $1::text)))`,
}

/** The beginning of a JSON string, without its end. */
const openString = (mark: string) => JSON.stringify(`${mark} ${attackLine} `).slice(0, -1)
