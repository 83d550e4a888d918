import type { QuestionView } from '@askline/contracts'
import { inSystem, newId, type Tx } from '@askline/db'
import { type Cast, inviteCast, openTestDatabase } from '@askline/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { DomainError } from '../src/errors.ts'
import { confirmAutoResponse, respondAutomatically } from '../src/questions/auto-response.ts'
import { rateResponse } from '../src/questions/rate.ts'
import { markAsRead } from '../src/questions/read.ts'
import { escalateQuestion } from '../src/questions/reroute.ts'
import { reviewMarkAsResolved } from '../src/questions/settle.ts'
import { moveDueQuestions } from '../src/routing/due.ts'
import { rerouteForLack } from '../src/routing/reroute-for-lack.ts'
import { listInbox } from '../src/views/inbox.ts'
import { publicUrl, type Stage, stageOf } from './domain-stage.ts'
import { Model } from './model.ts'
import { anyLife, changeOf, responseOf, type Step, ticks } from './model-steps.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db, { capacity: 1_000_000 })
const stage = stageOf(db, cast)
const [weight, waitingWeight] = [3, 1]
await db.system.query('update categories set settings = settings || $2 where company_id = $1', [
  cast.companyId,
  JSON.stringify({ weight, waitingWeight }),
])

test('whatever anybody does in whatever order, the question is where the rules put it', async () => {
  await fc.assert(
    fc.asyncProperty(anyLife, async (steps) => {
      const questionId = await stage.ask()
      const model = new Model()
      let view = await stage.see(questionId)
      try {
        for (const s of steps) {
          const expected = model.take(s)
          expect([s, await attempt(stage, cast, view, s)]).toEqual([s, expected === 'refused' ? 'refused' : 'allowed'])
          view = await compare(questionId, model, s)
        }
      } finally {
        // The first page of an inbox has every open question, and a held one takes capacity while a failure is shrunk.
        await attempt(stage, cast, view, { do: 'closeByCompany' })
      }
    }),
    { numRuns: 150, endOnFailure: false },
  )
}, 120_000)

/** Compares the question with the model and returns its view. */
async function compare(questionId: string, model: Model, after: Step): Promise<QuestionView> {
  const { rows } = await db.system.query(
    `select status, turn, version, is_rerouted, holder_id, num_responses, closed_at is not null as closed,
       prompt_due_at is not null as prompt, escalation_due_at is not null as escalation, lease_due_at is not null as lease,
       approval_due_at is not null as approval, silence_due_at is not null as silence, expiry_due_at is not null as expiry, opinion_due_at is not null as opinion, hold_due_at is not null as hold, open_to_all_at is not null as opened,
       array(select type from question_events e where e.question_id = q.id order by seq) as events,
       (select max(seq) from question_events e where e.question_id = q.id) as last_event,
       array(select load from experts where user_id = any($2::uuid[]) order by array_position($2::uuid[], user_id)) as loads
     from questions q where id = $1`,
    [questionId, [cast.bruno, cast.carla]],
  )
  const q = rows[0]
  const view = await stage.see(questionId)
  const { conversation, state } = view
  const system = [
    ...conversation.messages.map((m) => ({ type: m.type, at: 'q' as const })),
    ...conversation.responses.flatMap((r, at) => r.messages.map((m) => ({ type: m.type, at }))),
  ]
    .filter((m) => m.type !== 'MESSAGE')
    .map((m) => `${m.at}:${m.type.replace(/(_SYSTEM)?_MESSAGE$/, '')}`)

  expect({
    after,
    status: q.status,
    turn: q.turn,
    version: q.version,
    rerouted: q.is_rerouted,
    events: q.events,
    lastEvent: q.last_event,
    closed: q.closed,
    opened: q.opened,
    numResponses: q.num_responses,
    interaction: state.isInteractionAllowed,
    loads: q.loads,
    clocks: ticks.filter((c) => q[c]),
    messages: system.toSorted(),
  }).toEqual({
    after,
    status: model.status,
    turn: model.turn,
    version: model.version,
    rerouted: model.rerouted,
    events: [...model.events],
    lastEvent: model.version,
    closed: model.isClosed,
    opened: model.isOpened,
    numResponses: model.numResponses,
    interaction: !model.isClosed,
    loads: (['bruno', 'carla'] as const).map((e) => (model.holder === e ? model.units(weight, waitingWeight) : 0)),
    clocks: ticks.filter((c) => model.clocks.has(c)),
    messages: model.messages.map((m) => `${m.at}:${m.type}`).toSorted(),
  })
  const seeing = await stage.run((tx) => whoMayTake(tx, questionId))
  expect(seeing).toEqual(
    (['bruno', 'carla'] as const)
      .filter((e) => model.mayTake(e))
      .map((e) => cast[e])
      .toSorted(),
  )
  if (model.status === 'CLOSED_BY_ESCALATION') expect(q.holder_id).toBe(model.agent && cast[model.agent])
  if (model.status === 'UNRESOLVED') expect(q.holder_id).toBe(model.holder && cast[model.holder])
  return view
}

const whoMayTake = async (tx: Tx, questionId: string) => {
  const both = [cast.bruno, cast.carla]
  const seen = await Promise.all(
    both.map(async (id) => {
      const { questions } = await listInbox(tx, stage.expert(id), { view: 'offered', limit: 100 }, publicUrl)
      return questions.some(({ uuid }) => uuid === questionId)
    }),
  )
  return both.filter((_, i) => seen[i]).toSorted()
}

async function attempt(
  { run, user, expert, offer, open }: Stage,
  people: Cast,
  { uuid: questionId, conversation }: QuestionView,
  s: Step,
) {
  const ada = user(people.ada)
  const system = { kind: 'system', companyId: people.companyId } as const
  const responses = conversation.responses.map(({ uuid, author }) => ({ id: uuid, authorId: author.uuid }))
  const responseId = responseOf(s, responses) ?? people.ada
  const change = changeOf(s, { people, questionId, responses })
  try {
    if (change) await run((tx) => makeChange(tx, change))
    switch (s.do) {
      case 'offer':
        await offer(
          questionId,
          s.to.map((e) => people[e]),
        )
        break
      case 'open':
        await open(questionId)
        break
      case 'escalate':
        await run((tx) => escalateQuestion(tx, expert(people[s.by]), { questionId }))
        break
      case 'respondAutomatically': {
        const answer = { text: 'A known answer', sourceId: newId(), confidence: 1 }
        await run((tx) => respondAutomatically(tx, system, questionId, answer))
        break
      }
      case 'confirmAutomatic':
        await run((tx) => confirmAutoResponse(tx, ada, { responseId, quickReply: s.quickReply }))
        break
      case 'hopeless':
      case 'lack':
        await inSystem(db, (tx) =>
          rerouteForLack(
            tx,
            { questionId, companyId: ada.companyId },
            s.do === 'lack' ? 'BY_LACK_OF_EXPERTS' : 'HOPELESS',
          ),
        )
        break
      case 'review':
        await run((tx) => reviewMarkAsResolved(tx, ada, { questionId, confirm: s.confirm }))
        break
      case 'rate':
        await run((tx) => rateResponse(tx, ada, { responseId, rating: s.rating }))
        break
      case 'read':
        await run((tx) => markAsRead(tx, ada, { responseId }))
        break
      case 'tick':
        await inSystem(db, (tx) =>
          tx.orm.execute(
            `update questions set ${s.what}_due_at = clock_timestamp() - interval '1 second' where id = '${questionId}' and ${s.what}_due_at is not null`,
          ),
        )
        expect((await moveDueQuestions(db, 100)).failed).toEqual([])
    }
    return 'allowed'
  } catch (error) {
    if (error instanceof DomainError) return 'refused'
    throw error
  }
}
