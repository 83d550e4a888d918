import type { OutboxJob } from '@askline/contracts'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { claimQuestion } from '../src/questions/claim.ts'
import { closeQuestion } from '../src/questions/settle.ts'
import { moveDueQuestions } from '../src/routing/due.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const s = stageOf(db, cast)

/** All that a move of the system leaves behind, without ids and times. */
async function traces(questionId: string) {
  const one = async <Row>(text: string) => (await db.system.query(text, [questionId])).rows as Row[]
  const [question] = await one<object>(
    `select version, status, turn, is_rerouted, reroute_type, closed_at is not null as closed, next_due_at is null as quiet,
       closed_at between changed_at - interval '10 s' and changed_at + interval '10 s' as on_time from questions where id = $1`,
  )
  const messages = await one<object>(
    `select type, author_kind, author_id, body, response_id from messages where question_id = $1 order by seq`,
  )
  const offers = await one<object>(
    `select status, expert_id, closed_at is not null as closed from offers where question_id = $1 order by expert_id`,
  )
  const [event] = await one<{ audience: string[] }>(
    `select seq, type, actor_kind, actor_id, detail, correlation_id, audience from question_events where question_id = $1 order by seq desc limit 1`,
  )
  const rows = await one<{ jobs: OutboxJob[] }>(
    `select jobs from outbox where jobs @> jsonb_build_array(jsonb_build_object('payload', jsonb_build_object('questionId', $1::text))) order by id desc limit 1`,
  )
  const jobs = (rows[0]?.jobs ?? [])
    .filter(({ payload }) => 'questionId' in payload && payload.questionId === questionId)
    .map(({ job, payload }) => {
      const { lastUpdated, audience, inbox, questionId: _id, ...rest } = payload as Record<string, string[] | string>
      return { job, ...rest, stamped: typeof lastUpdated, audience: sorted(audience), inbox: sorted(inbox) }
    })
  return { question, messages, offers, event: { ...event, audience: sorted(event?.audience) }, jobs }
}

const sorted = (keys: string[] | string | undefined) => [...(keys ?? [])].sort()

async function due(deadline: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const questionId = await s.ask()
    await s.offer(questionId)
    ids.push(questionId)
  }
  await db.system.query(
    `update questions set ${deadline}_due_at = clock_timestamp() - interval '1 second' where id = any($1)`,
    [ids],
  )
  await moveDueQuestions(db, 100)
  return ids
}

test.for(['expiry', 'escalation', 'prompt'])(
  'a batch whose %s is due has the same effects as a single question',
  async (deadline) => {
    const [alone = ''] = await due(deadline, 1)
    const crowd = await due(deadline, 4)

    const wanted = await traces(alone)
    expect(wanted.event).toMatchObject({ seq: 3, actor_kind: 'system' })
    expect(wanted.jobs).toHaveLength(1)
    for (const questionId of crowd) expect(await traces(questionId)).toEqual(wanted)
  },
)

test('an expert who answered is told when the question is rerouted by time in a batch', async () => {
  const answered = [await s.answered(cast.bruno), await s.answered(cast.carla)]
  const ids = answered.map(({ questionId }) => questionId)
  // They have no holder: the asker wrote on, the claim was let go.
  await db.system.query(
    `update questions set holder_id = null, turn = 'experts', silence_due_at = null,
       escalation_due_at = clock_timestamp() - interval '1 second' where id = any($1)`,
    [ids],
  )

  await moveDueQuestions(db, 100)

  const [first, second] = await Promise.all(ids.map(traces))
  expect(first?.question).toMatchObject({ status: 'CLOSED_BY_ESCALATION' })
  expect(first?.event.audience).toContain(`user:${cast.bruno}`)
  expect(second?.event.audience).toContain(`user:${cast.carla}`)
  expect(second?.event.audience).not.toContain(`user:${cast.bruno}`)
})

test('a question of a batch that has no use for its deadline only loses it', async () => {
  const ids = await due('lease', 0)
  for (let n = 0; n < 3; n++) ids.push(await s.ask())
  const [settled = '', ...others] = ids
  await s.run((tx) => makeChange(tx, closeQuestion(s.user(cast.ada), { questionId: settled })))
  await db.system.query(
    `update questions set expiry_due_at = clock_timestamp() - interval '1 second' where id = any($1)`,
    [ids],
  )

  await moveDueQuestions(db, 100)

  expect((await traces(settled)).question).toMatchObject({ status: 'WITHDRAW', quiet: true })
  for (const id of others) expect((await traces(id)).question).toMatchObject({ status: 'EXPIRED' })
})

test('an expert who holds a question of a batch gets capacity back', async () => {
  const [held, other] = [await s.ask(), await s.ask()]
  for (const id of [held, other]) await s.offer(id)
  await s.run((tx) => makeChange(tx, claimQuestion(s.expert(cast.bruno), { questionId: held })))
  const load = async () => {
    const { rows } = await db.system.query<{ load: number }>('select load from experts where user_id = $1', [
      cast.bruno,
    ])
    return rows[0]?.load ?? Number.NaN
  }
  const before = await load()
  await db.system.query(
    `update questions set expiry_due_at = clock_timestamp() - interval '1 second' where id = any($1)`,
    [[held, other]],
  )

  await moveDueQuestions(db, 100)

  expect(await load()).toBe(before - 1)
})
