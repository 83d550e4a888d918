import type { EventType } from '@askline/contracts'
import { inCompany, inSystem } from '@askline/db'
import type { Actor } from '@askline/domain/actors'
import { makeChange } from '@askline/domain/changes/make-changes'
import { addedMessage, addMessage } from '@askline/domain/questions/add-message'
import { askQuestion } from '@askline/domain/questions/ask'
import { claimQuestion } from '@askline/domain/questions/claim'
import { rateResponse } from '@askline/domain/questions/rate'
import { markAsRead } from '@askline/domain/questions/read'
import { addedResponse, markAsResolved, respond } from '@askline/domain/questions/respond'
import { acceptResponse } from '@askline/domain/questions/settle'
import { offerToExperts } from '@askline/domain/routing/offer'
import { buildSecretBox } from '@askline/runtime'
import { openTestDatabase, testSecretsKey } from '@askline/testing'
import { describe, expect, it } from 'vitest'
import { answersByIntent } from '../src/demo/answers.ts'
import { germanAnswers, knownAnswers } from '../src/demo/known-answers.ts'
import { experts } from '../src/demo/people.ts'
import { readSample } from '../src/demo/sample.ts'
import { seedDemo } from '../src/demo/seed.ts'
import { topics } from '../src/demo/topics.ts'

const options = {
  home: '',
  apiUrl: 'http://localhost:3000',
  notifierUrl: 'http://localhost:3001',
  fresh: false,
  secrets: buildSecretBox(testSecretsKey),
}
const db = await openTestDatabase()
await seedDemo(db, options)

const rows = async <Row extends object>(text: string, values: unknown[] = [], where = db): Promise<Row[]> =>
  (await where.system.query<Row & Record<string, unknown>>(text, values)).rows
const none = (text: string) => expect(rows(text)).resolves.toEqual([])

describe('the sample', () => {
  it('has eleven questions of each intent, under a topic of the experts', async () => {
    const sample = await readSample()
    const counts = new Map<string, number>()
    for (const { intent } of sample) counts.set(intent, (counts.get(intent) ?? 0) + 1)

    expect(counts.size).toBe(36)
    expect([...new Set(counts.values())]).toEqual([11])
    expect([...new Set(sample.map(({ topic }) => topic))]).toEqual([...topics])
    for (const topic of topics) expect(experts.filter((e) => e.topics[0] === topic).length).toBeGreaterThanOrEqual(2)
  })

  it('keeps quotes and commas inside a text', async () => {
    const texts = (await readSample()).map(({ text }) => text)

    expect(texts).toContain("I have not received my card and it's been a week, what do I do?")
    expect(texts.filter((text) => text.startsWith('"') || text.includes('""'))).toEqual([])
  })

  it('has answers for each of its intents, and known answers for some', async () => {
    const intents = new Set((await readSample()).map(({ intent }) => intent))

    expect(Object.keys(answersByIntent).sort()).toEqual([...intents].sort())
    for (const known of [...knownAnswers, ...germanAnswers]) expect(intents).toContain(known.class)
  })

  it('has known answers in English and German, and shows Markdown', async () => {
    const company = `select id from companies where tag = 'demo-bank'`
    const languages = await rows(`select distinct language from knowledge where company_id = (${company}) order by 1`)
    expect(languages).toEqual([{ language: 'de' }, { language: 'en' }])
    expect(await rows(`select settings -> 'markdown' as markdown from companies where tag = 'demo-bank'`)).toEqual([
      { markdown: true },
    ])
  })
})

describe('every past question', () => {
  it('is one of the sample, resolved within the last 90 days, and nothing is due', async () => {
    const [past] = await rows(`select count(*)::int, count(*) filter (where status = 'RESOLVED' and turn is null
      and closed_at is not null and next_due_at is null and created_at > now() - interval '90 days 1 minute'
      and changed_at < now())::int as settled, count(distinct text)::int as texts from questions`)

    expect(past).toEqual({ count: 396, settled: 396, texts: 396 })
  })

  it('has a log without a gap that ends at its version', () =>
    none(`select q.id from questions q join question_events e on e.question_id = q.id group by q.id, q.company_id
      having count(*) <> q.version or max(e.seq) <> q.version or min(e.seq) <> 1 or max(e.at) <> q.changed_at`))

  it('has times in the order of its log, and stamps that run ahead of none of them', async () => {
    await none(`select 1 from question_events a join question_events b on b.question_id = a.question_id and b.seq = a.seq + 1
      where b.at <= a.at`)
    await none('select 1 from questions where updated_at < changed_at or created_at >= changed_at')
  })

  it('has exactly one accepted response, at the moment it was closed', () =>
    none(`select q.id from questions q left join responses r on r.question_id = q.id group by q.id, q.company_id
      having count(*) filter (where r.is_accepted and r.accepted_at = q.closed_at) <> 1
        or count(*) <> q.num_responses or min(r.created_at) <> q.first_response_at`))

  it('was answered under a lease or an offer by an expert of its topic', async () => {
    await none(`select 1 from questions where (type = 'ONE_TO_ONE') <> (holder_id is not null and fence = 1)`)
    await none(`select 1 from responses r where not exists (select 1 from offers o
      where o.question_id = r.question_id and o.expert_id = r.author_id and o.status = 'accepted' and o.created_at < r.created_at)`)
    await none(`select 1 from offers where status = 'pending' or closed_at is null`)
    await none(`select 1 from questions q join question_events e on e.question_id = q.id and e.type = 'QUESTION_CLAIMED'
      where q.first_response_at - e.at > interval '30 minutes'`)
  })

  it('has no prompt except those to rate or to thank', () =>
    none(`select 1 from messages m join responses r on r.id = m.response_id where m.type not in ('MESSAGE',
      'ACCEPTED_RESPONSE_SYSTEM_MESSAGE', 'RATE_RESPONSE_SYSTEM_MESSAGE', 'ADD_TESTIMONIAL_SYSTEM_MESSAGE')
      or (m.type = 'RATE_RESPONSE_SYSTEM_MESSAGE') and r.rating is not null
      or (m.type = 'ADD_TESTIMONIAL_SYSTEM_MESSAGE') and coalesce(r.rating, '') not in ('POSITIVE_5', 'NEUTRAL_POSITIVE_5')`))

  it('has messages whose numbers grow with time', () =>
    none(
      'select 1 from messages a join messages b on b.company_id = a.company_id and b.seq = a.seq + 1 where b.created_at < a.created_at',
    ))

  it('is counted in the records of its experts', () =>
    none(`select e.user_id from experts e left join responses r on r.author_id = e.user_id group by e.user_id, e.company_id
      having count(r.id) <> e.number_of_answers or count(r.rating) <> e.rated_answers or e.load <> 0
        or abs(e.rating_sum - coalesce(sum(case r.rating when 'POSITIVE_5' then 1 when 'NEUTRAL_POSITIVE_5' then 0.75
          when 'NEUTRAL_5' then 0.5 when 'NEUTRAL_NEGATIVE_5' then 0.25 else 0 end) filter (where r.rating is not null), 0)) > 1e-9`))

  it('leaves no jobs except those that read its training files', () =>
    none(`select 1 from outbox where jobs::text not like '%read-file%'`))

  it('is the same in every installation', async () => {
    const other = await openTestDatabase()
    await seedDemo(other, options)
    const told = `select q.text, a.email, q.closed_at - q.created_at as took, q.version, (select array_agg(u.email || m.body
      order by m.seq) from messages m join users u on u.id = m.author_id where m.question_id = q.id) as said
      from questions q join users a on a.id = q.asker_id order by q.created_at, q.id`

    expect(await rows(told, [], other)).toEqual(await rows(told))
  })
})

type Past = { id: string; company_id: string; asker_id: string; integration_id: string; text: string; category: string }

describe('the domain’s commands', () => {
  it('write the same rows as the history', async () => {
    const kinds = await rows<
      Past & { types: EventType[] }
    >(`select distinct on (told.types, q.type, q.rated) q.*, told.types
      from (select q.*, k.name as category, exists (select 1 from messages m where m.question_id = q.id
          and m.type = 'ADD_TESTIMONIAL_SYSTEM_MESSAGE') as rated from questions q join categories k on k.id = q.category_id) q
      join (select question_id, array_agg(type order by seq) as types from question_events group by question_id) told
      on told.question_id = q.id order by told.types, q.type, q.rated, q.id`)
    expect(kinds.length).toBeGreaterThan(10)
    // Some experts of the past are away now and would get no offers.
    await rows(`update experts set availability = 'AVAILABLE'`)

    for (const past of kinds) expect(await traces(await replay(past))).toEqual(await traces(past.id))
  })
})

/** Repeats the actions in the log of `past` on a new question. */
async function replay(past: Past): Promise<string> {
  const { company_id: companyId, text, category } = past
  const asker = { kind: 'user', userId: past.asker_id, integrationId: past.integration_id, companyId } as const
  const act = <T>(work: Parameters<typeof inCompany<T>>[2]) => inCompany(db, companyId, work)
  const input = { text, category, language: 'en', externalIds: [] }
  const { view } = await act((tx) => askQuestion(tx, asker, input, options.apiUrl))
  const questionId = view.uuid
  const theirs = await rows<{ id: string; author_id: string; rating: string }>(
    'select * from responses where question_id = $1 order by created_at',
    [past.id],
  )
  const ours = new Map<string, string>()
  const words = await rows<{ body: string }>(
    `select body from messages where question_id = $1 and type = 'MESSAGE' order by seq`,
    [past.id],
  )
  const read = theirs.map((response) => response.author_id)
  const events = await rows<{ type: EventType; actor_id: string; detail: { rating?: string } | null }>(
    'select * from question_events where question_id = $1 and seq > 1 order by seq',
    [past.id],
  )
  for (const { type, actor_id: actorId, detail } of events) {
    const expert: Actor = { kind: 'expert', userId: actorId, companyId }
    const mine = ours.get(actorId) ?? ''
    const accepted = await rows<{ author_id: string }>(
      'select author_id from responses where question_id = $1 and is_accepted',
      [past.id],
    )
    const chosen = ours.get(accepted[0]!.author_id) ?? ''
    if (type === 'QUESTION_OFFERED')
      // Routing works for every company.
      await inSystem(db, async (tx) => offerToExperts(tx, [await planLike(past.id, questionId, companyId)]))
    else if (type === 'QUESTION_CLAIMED') await act((tx) => makeChange(tx, claimQuestion(expert, { questionId })))
    else if (type === 'QUESTION_FIRST_RESPONSE' || type === 'QUESTION_RESPONSE') {
      const body = await firstWords(past.id, actorId)
      words.splice(
        words.findIndex((word) => word.body === body),
        1,
      )
      ours.set(
        actorId,
        (await act((tx) => makeChange(tx, respond(expert, { questionId, text: body })).then(addedResponse))).responseId,
      )
    } else if (type === 'MESSAGE_ADDED') {
      const isAskers = actorId === past.asker_id
      const message = { responseId: isAskers ? chosen : mine, text: words.shift()!.body, externalIds: [] }
      await act((tx) => makeChange(tx, addMessage(isAskers ? asker : expert, message)).then(addedMessage))
    } else if (type === 'RESPONSE_READ') {
      const responseId = ours.get(read.length > 1 ? read.shift()! : read[0]!)!
      await act((tx) => markAsRead(tx, asker, { responseId }))
    } else if (type === 'QUESTION_MARKED_AS_RESOLVED')
      await act((tx) => makeChange(tx, markAsResolved(expert, { responseId: mine })))
    else if (type === 'QUESTION_RESOLVED')
      await act((tx) => makeChange(tx, acceptResponse(asker, { responseId: chosen })))
    else if (type === 'QUESTION_RATED') {
      await act((tx) => rateResponse(tx, asker, { responseId: chosen, rating: detail!.rating! }))
    } else throw new Error(`The history holds ${type}, which this test cannot do`)
  }
  return questionId
}

async function firstWords(questionId: string, authorId: string): Promise<string> {
  const [first] = await rows<{ body: string }>(
    `select body from messages where question_id = $1 and author_id = $2 and type = 'MESSAGE' order by seq limit 1`,
    [questionId, authorId],
  )
  return first!.body
}

async function planLike(pastId: string, questionId: string, companyId: string) {
  const offered = await rows<{ expertId: string }>(
    'select expert_id as "expertId" from offers where question_id = $1 order by id',
    [pastId],
  )
  const chosen = offered.map(({ expertId }) => ({ expertId, score: 1, reasons: [], features: {} }))
  const wave = { expectedWave: 0, expectedRound: 0, isLast: false, offerMs: 90_000, lastResponseMs: 0 }
  return { questionId, companyId, ...wave, experts: chosen }
}

/** Returns all rows of one question without ids and ranking data. Times are replaced by whether they are set. */
async function traces(questionId: string) {
  const unlike = [
    'id',
    'question_id',
    'response_id',
    'seq_of_message',
    'position',
    'tx',
    'score',
    'reasons',
    'features',
  ]
  const isTime = (column: string) => column.endsWith('_at') || column === 'at'
  const plain = (row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => !unlike.includes(column))
        .map(([column, value]) => [
          column,
          isTime(column) ? value !== null : Array.isArray(value) ? [...value].sort() : value,
        ]),
    )
  const responses = await rows<{ id: string }>('select * from responses where question_id = $1 order by created_at', [
    questionId,
  ])
  const place = (id: unknown) => responses.findIndex((response) => response.id === id)
  const messages = await rows<{ seq: string; response_id: string | null }>(
    'select * from messages where question_id = $1 order by seq',
    [questionId],
  )
  return {
    question: (await rows('select * from questions where id = $1', [questionId])).map((row) => plain({ ...row })),
    responses: responses.map((row) => plain({ ...row })),
    messages: messages.map(({ seq: _, ...row }) => ({ ...plain(row), in: place(row.response_id) })),
    events: (await rows('select * from question_events where question_id = $1 order by seq', [questionId])).map((row) =>
      plain({ ...row }),
    ),
    offers: (await rows('select * from offers where question_id = $1 order by expert_id', [questionId])).map((row) =>
      plain({ ...row }),
    ),
  }
}
