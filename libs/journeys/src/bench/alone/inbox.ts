import { insertDue } from '../../failures/pending.ts'
import { askQuestions } from '../prepare.ts'
import { type Measurement, ms, type Setting, whole } from './measurement.ts'

const openQuestions = 10_000
const connections = 4
const mostMs = 50

/**
 * Measures the inbox of a company with `staff` experts and 10,000 questions that are open to all, four in five of them in English.
 * One group of experts speaks English. The other speaks a language that no question has, so each of its reads compares all.
 */
export async function measureInbox({ ours, load, share, staff, say }: Setting): Promise<Measurement> {
  const { companyId, senders } = await ours.found()
  const [model] = await askQuestions({ ...ours, senders }, 1)
  await ours.sql(
    `with made as (
       insert into users (id, company_id, role, email, address, name)
       select gen_random_uuid(), $1, 'expert', 'more' || n || '@example.com', 'more' || n || '@example.com', 'Expert ' || n from generate_series(1, $2::int) n returning id
     ) insert into experts (user_id, company_id, languages) select id, $1, '{en}' from made`,
    [companyId, staff],
  )
  await insertDue(ours, model?.uuid ?? '', openQuestions, 24 * 3_600_000)
  await ours.sql(
    `update questions q set open_to_all_at = clock_timestamp(), wave = 4, metadata = '{}', wave_due_at = clock_timestamp() + interval '1 hour',
       open_language = case when n % 5 = 0 then 'es' else 'en' end, queued_at = queued_at - n * interval '1 second'
     from (select id, row_number() over (order by id) as n from questions where company_id = $1 and metadata = '{"due": true}') m
     where q.id = m.id`,
    [companyId],
  )
  await ours.sql(`update offers set status = 'timed_out' where company_id = $1`, [companyId])
  const readers = { eligible: senders.experts.slice(4), others: senders.experts.slice(0, 4) }
  await ours.sql(`update experts set languages = '{fr}' where user_id = any($1::uuid[])`, [
    readers.others.map(({ userId }) => userId),
  ])
  for (const table of ['users', 'experts', 'questions', 'offers', 'messages']) await ours.sql(`vacuum analyze ${table}`)

  const figures: Measurement['figures'] = {}
  const verdicts: Measurement['verdicts'] = []
  for (const [name, experts] of Object.entries(readers)) {
    const order = { kind: 'inboxes', connections, target: ours.target, senders: { ...senders, experts } } as const
    await load.run({ ...order, seconds: 1 })
    const { p50, p99, rate, errors } = await load.run({ ...order, seconds: 6 * share })
    say(`inbox, ${name}: ${whole(rate)}/s, p50 ${ms(p50)}, p99 ${ms(p99)}, errors ${errors}`)
    Object.assign(figures, { [`inbox p50, ms, ${name}`]: p50, [`inbox p99, ms, ${name}`]: p99 })
    verdicts.push({
      what: `inbox of ${whole(staff)} experts and ${whole(openQuestions)} open questions, ${name}, p99`,
      wanted: `< ${mostMs} ms`,
      got: ms(p99),
      isMet: p99 < mostMs && errors === 0,
    })
  }
  return { figures, verdicts }
}
