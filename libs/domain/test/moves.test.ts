import {
  deadlineNames,
  type QuestionStatus,
  questionStatuses,
  type SystemMessageType,
  systemMessageTypes,
} from '@askline/contracts'
import { inSystem, newId } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { decide } from '../src/changes/decide.ts'
import { makeChange } from '../src/changes/make-changes.ts'
import { type MoveName, moves } from '../src/changes/moves.ts'
import { DomainError } from '../src/errors.ts'
import { closeOffer } from '../src/questions/close-offer.ts'
import { columnOf } from '../src/questions/deadlines.ts'
import { offerToExperts, type WavePlan } from '../src/routing/offer.ts'
import { stageOf } from './domain-stage.ts'

// Each move starts from a question on which everything is set that a move could change. The snapshot is the table of what it
// changes then; review a difference in it like a change of the table of moves.

const db = await openTestDatabase()
const cast = await inviteCast(db, { capacity: 1_000_000 })
const s = stageOf(db, cast)
const { bruno, carla, carlos, dora } = cast
const names = new Map(Object.entries(cast).map(([name, id]) => [id, name]))

type Input = { by: string; fence: number; reason: string; predictedClass: string; isEarly: boolean }
const nothing = { by: '', fence: undefined, reason: undefined, predictedClass: undefined, isEarly: false }

type Given = {
  /** Without it the holder is Bruno. */
  holder?: string | null
  /** Experts who have answered. Without it Carlos. */
  answered?: string[]
  /** Experts with an open offer. */
  offered?: string[]
  /** The inputs of the move's caller. */
  input?: Partial<Input>
  status?: QuestionStatus
  /** Further assignments. */
  set?: string
}

/** `sql` runs when all of it stands. $1 is the question. */
type Case = Given & { sql?: string }

const past = (deadline: string) => `${deadline}_due_at = clock_timestamp() - interval '1 minute'`
const unmarked = { set: `type = type` }
const given: Partial<Record<MoveName, Given>> = {
  claim: { holder: null, input: { by: carla }, set: `turn = 'asker'` },
  release: { input: { by: bruno }, set: `turn = 'asker', escalation_due_at = null` },
  vacate: { input: { by: bruno }, set: `turn = 'asker'` },
  lapse: { set: `${past('lease')}, turn = 'asker', escalation_due_at = null` },
  respond: { input: { by: bruno, fence: 3 } },
  respondAndClaim: { holder: null, input: { by: carla } },
  expertWrites: { answered: [bruno], input: { by: bruno, fence: 3 } },
  markAsResolved: { answered: [bruno], input: { by: bruno, fence: 3 } },
  approveBySilence: { set: past('approval') },
  markBySilence: { set: `${past('silence')}, turn = 'asker'` },
  respondAutomatically: {
    holder: null,
    answered: [],
    offered: [],
    input: { predictedClass: 'card' },
    set: 'num_responses = 0, hold_due_at = null',
  },
  rejectAutomatic: { set: `num_responses = 0, turn = 'asker'` },
  endHold: { set: `num_responses = 0, turn = 'asker', ${past('hold')}` },
  promptReroute: { set: past('prompt') },
  rerouteByPoster: { input: { reason: 'Too slow' } },
  seekOpinion: {
    input: { by: bruno, reason: 'Too hard' },
    set: `opinion_due_at = null, opinion_of = null, turn = 'asker', escalation_due_at = null`,
  },
  rerouteByExpert: { input: { by: bruno, reason: 'Too hard' } },
  rerouteAfterOpinion: { input: { isEarly: false }, set: past('opinion') },
  rerouteByTime: { set: past('escalation') },
  rerouteByLanguage: { holder: null },
  rerouteAsHopeless: { holder: null, answered: [], offered: [], set: 'num_responses = 0' },
  rerouteByLack: { holder: null },
  takeBack: { input: { by: dora } },
  agentResponds: { input: { by: dora } },
  agentWrites: { input: { by: dora } },
  agentTakes: { holder: null, input: { by: dora } },
  agentReleases: { holder: dora, input: { by: dora } },
  erase: { set: `reroute_type = 'BY_POSTER', predicted_class = 'card', metadata = '{"a":1}'` },
  expireInTime: { set: `${past('expiry')}, num_responses = 0` },
  approve: unmarked,
}
const moveNames = Object.keys(moves) as MoveName[]

/** New texts that come with a move. */
const texts = {
  editQuestion: { text: 'New text', subject: 'New subject', folded: '\nnew text', metadata: { a: 1 } },
  erase: { text: '[deleted]', subject: '[deleted]', folded: '', metadata: {} },
}

const run = async (text: string, values: unknown[] = []) => (await db.system.query(text, values)).rows

/** A question in which everything stands that a move could change, with what the move needs. */
async function prepare(
  name: MoveName,
  more: Given = {},
): Promise<{ questionId: string; responseId: string | undefined }> {
  const one = { ...given[name], ...more }
  const holder = one.holder === undefined ? bruno : one.holder
  const questionId = await s.ask()
  const { offered = [carla, carlos], answered = [carlos] } = one
  for (const [n, expertId] of offered.entries()) {
    await run(
      `insert into offers (id, company_id, question_id, expert_id, round, wave, created_at)
        values ($1, $2, $3, $4, 1, 2, clock_timestamp() + $5 * interval '1 ms')`,
      [newId(), cast.companyId, questionId, expertId, n],
    )
  }
  let responseId: string | undefined
  for (const expertId of answered) {
    responseId = newId()
    await run(
      `insert into responses (id, company_id, question_id, type, author_id, created_at, updated_at)
        values ($1, $2, $3, 'EXPERT', $4, clock_timestamp(), clock_timestamp())`,
      [responseId, cast.companyId, questionId, expertId],
    )
  }
  for (const type of systemMessageTypes) {
    await run(
      `insert into messages (id, company_id, question_id, response_id, type, author_kind, body, created_at, updated_at)
        values ($1, $2, $3, $4, $5, 'SYSTEM', 'x', clock_timestamp(), clock_timestamp())`,
      [newId(), cast.companyId, questionId, responseId ?? null, type],
    )
  }
  const due = deadlineNames.map((deadline) => `${columnOf(deadline)} = clock_timestamp() + interval '17 minutes'`)
  await run(
    `update questions set ${due.join(', ')}, opinion_of = $2, reroute_reason = 'An earlier reason', fence = 3, units = 2, wave = 2,
      round = 1, num_responses = 1, first_response_at = null, predicted_class = null, status = $3, holder_id = $4, turn = 'experts',
      language = 'en', languages = '{en}' where id = $1`,
    [questionId, carla, one.status ?? moves[name].from[0], holder],
  )
  if (one.set) await run(`update questions set ${one.set} where id = $1`, [questionId])
  return { questionId, responseId }
}

const system = { kind: 'system', companyId: cast.companyId } as const

async function make(name: MoveName, questionId: string, responseId: string | undefined) {
  const input = { ...nothing, ...given[name]?.input }
  const text = name === 'editQuestion' || name === 'erase' ? texts[name] : undefined
  await s.run((tx) =>
    makeChange(tx, {
      actor: system,
      of: { questionId },
      about: [bruno, carla],
      locksHolder: true,
      decide: (facts) => decide(facts, system, name, { ...input, responseId, text }),
    }),
  )
}

const settled = (type: SystemMessageType | string) => type.replace(/(_SYSTEM)?_MESSAGE$/, '')

async function stateOf(questionId: string) {
  const [row] = await run('select * from questions where id = $1', [questionId])
  const messages = await run(`select type, response_id from messages where question_id = $1 order by seq`, [questionId])
  const offers = await run('select expert_id, status from offers where question_id = $1 order by created_at', [
    questionId,
  ])
  const jobs = await run(
    `select j ->> 'job' as job from outbox, jsonb_array_elements(jobs) j where company_id = $1 order by id`,
    [cast.companyId],
  )
  const loads = await run('select user_id, load from experts where company_id = $1 and load <> 1000', [cast.companyId])
  return { row, messages, offers, jobs, loads }
}

/** A value without anything that differs from run to run: names for people, minutes from now for times. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return `in ${Math.round((value.getTime() - Date.now()) / 60_000) || 0} min`
  if (typeof value === 'string') return names.get(value) ?? value
  return value
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(plain(one)) === JSON.stringify(plain(other))

/** The items of `all` that are not in `others`, each as often as it is missing there. */
function without(all: string[], others: string[]): string[] {
  const left = [...others]
  return all.filter((item) => {
    const at = left.indexOf(item)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const stamps = ['version', 'updated_at', 'changed_at', 'next_due_at']

/** Returns what `work` changes of a question. */
async function changesBy(questionId: string, work: () => Promise<unknown>) {
  await run('update experts set load = 1000 where company_id = $1', [cast.companyId])
  await run('delete from outbox where company_id = $1', [cast.companyId])
  const before = await stateOf(questionId)

  await work()

  const after = await stateOf(questionId)
  const changed = Object.keys(after.row)
    .filter((column) => !stamps.includes(column) && !isSame(after.row[column], before.row[column]))
    .map((column) => [column, plain(after.row[column])])
  const types = (state: typeof after) =>
    state.messages.map(({ type, response_id }) => `${settled(type)}${response_id ? '' : ' in the conversation'}`)
  return {
    columns: Object.fromEntries(changed),
    removes: without(types(before), types(after)),
    adds: without(types(after), types(before)),
    offers: after.offers.map(({ expert_id, status }) => `${plain(expert_id)} ${status}`),
    jobs: after.jobs.map(({ job }) => job),
    loads: after.loads.map(({ user_id, load }) => `${plain(user_id)} ${load - 1000}`),
    version: after.row.version - before.row.version,
    event: (await s.events(questionId)).at(-1)?.type,
  }
}

/** Makes one move and returns what it changed. */
async function changesOf(name: MoveName, { sql, ...more }: Case = {}) {
  const { questionId, responseId } = await prepare(name, more)
  if (sql) await run(sql, [questionId])
  return changesBy(questionId, () => make(name, questionId, responseId))
}

test.each(moveNames)('%s changes exactly this', async (name) => {
  expect(await changesOf(name)).toMatchSnapshot()
})

const notMarked = `delete from messages where question_id = $1 and type = 'MARK_AS_RESOLVED_MESSAGE'`
const markedBySilence = `update messages set detail = '{"untilPersonWrites": true}' where question_id = $1 and type = 'MARK_AS_RESOLVED_MESSAGE'`
const undecided = { set: `num_responses = 0, turn = 'asker', wave_due_at = null` }
const cases: [name: MoveName, state: string, given: Case][] = [
  ['respond', 'it is not marked as resolved', { sql: notMarked }],
  ['respondAndClaim', 'it is not marked as resolved', { sql: notMarked }],
  ['askerWrites', 'it is the asker’s turn', { set: `turn = 'asker'` }],
  ['askerWrites', 'no expert holds it', { holder: null, set: 'wave_due_at = null' }],
  ['expertWrites', 'it is not marked as resolved', { sql: notMarked }],
  ['expertWrites', 'it is marked after silence', { sql: markedBySilence }],
  ['askerWrites', 'it is marked after silence', { set: `turn = 'asker'`, sql: markedBySilence }],
  ['rejectAutomatic', 'no expert holds it', { ...undecided, holder: null }],
  ['endHold', 'no expert holds it', { holder: null, set: `${undecided.set}, ${past('hold')}` }],
  ['contest', 'it is the asker’s turn', { set: `turn = 'asker'` }],
  ['contest', 'no expert holds it', { holder: null, set: 'wave_due_at = null' }],
]
test.each(cases)('%s changes exactly this if %s', async (name, _state, given) => {
  expect(await changesOf(name, given)).toMatchSnapshot()
})

test.each(moveNames)('%s is allowed only in its statuses', async (name) => {
  const allowed: QuestionStatus[] = []
  for (const status of questionStatuses) {
    const { questionId, responseId } = await prepare(name, { status })
    const outcome = await make(name, questionId, responseId).catch((error) => error)
    if (outcome === undefined) allowed.push(status)
    else expect(outcome).toBeInstanceOf(DomainError)
  }

  expect(allowed).toMatchSnapshot()
})

const refusals: [name: MoveName, why: string, broken: Case][] = [
  ['claim', 'several experts answer the question', { set: `type = 'ONE_TO_MANY'` }],
  ['claim', 'another expert holds it', { holder: bruno }],
  ['claim', 'the expert has no open offer', { offered: [carlos] }],
  ['release', 'another expert holds it', { holder: carla }],
  ['vacate', 'another expert holds it', { holder: carla }],
  ['vacate', 'it is the experts’ turn', { set: `turn = 'experts'` }],
  ['lapse', 'no expert holds it', { holder: null }],
  ['lapse', 'the lease was renewed', { set: `turn = 'experts'` }],
  ['respond', 'the expert has answered', { answered: [bruno] }],
  ['respond', 'the fence is older', { set: 'fence = 4' }],
  ['respond', 'another expert holds it', { holder: carla }],
  ['respond', 'the expert is not offered a question of several experts', { holder: null, set: `type = 'ONE_TO_MANY'` }],
  ['respondAndClaim', 'several experts answer the question', { set: `type = 'ONE_TO_MANY'` }],
  ['respondAndClaim', 'another expert holds it', { holder: bruno }],
  ['respondAndClaim', 'the expert has answered', { answered: [carla] }],
  ['respondAndClaim', 'the expert has no open offer', { offered: [carlos] }],
  ['expertWrites', 'the expert has not answered', { answered: [carlos] }],
  ['expertWrites', 'another expert holds it', { holder: carla }],
  ['expertWrites', 'the fence is older', { set: 'fence = 4' }],
  ['markAsResolved', 'the expert has not answered', { answered: [carlos] }],
  ['markAsResolved', 'another expert holds it', { holder: carla }],
  ['markAsResolved', 'the fence is older', { set: 'fence = 4' }],
  ['approve', 'it is not marked as resolved', { sql: notMarked }],
  ['approveBySilence', 'it is not marked as resolved', { sql: notMarked }],
  ['approveBySilence', 'the time to review is not over', { set: `turn = 'asker'` }],
  ['contest', 'it is not marked as resolved', { sql: notMarked }],
  ['respondAutomatically', 'it is the asker’s turn', { set: `num_responses = 0, hold_due_at = null, turn = 'asker'` }],
  ['respondAutomatically', 'an expert holds it', { holder: bruno }],
  ['respondAutomatically', 'it has a counted response', { set: 'num_responses = 1, hold_due_at = null' }],
  ['respondAutomatically', 'an automatic answer is undecided', { set: 'num_responses = 0' }],
  ['respondAutomatically', 'it was offered', { offered: [carla] }],
  ['respondAutomatically', 'it has a response', { answered: [carla] }],
  ['endHold', 'the hold is not over', { set: `turn = 'asker'` }],
  ['promptReroute', 'it is the asker’s turn', { set: `${past('prompt')}, turn = 'asker'` }],
  ['promptReroute', 'the prompt is not due', { set: `turn = 'experts'` }],
  ['seekOpinion', 'a second opinion is open', { set: `turn = 'experts'` }],
  ['seekOpinion', 'another expert holds it', { holder: carla, set: 'opinion_due_at = null' }],
  ['rerouteByExpert', 'another expert holds it', { holder: carla }],
  ['rerouteAfterOpinion', 'no expert gave it up', { set: `${past('opinion')}, opinion_of = null` }],
  ['rerouteAfterOpinion', 'the second opinion is not over', { set: `turn = 'experts'` }],
  ['rerouteByTime', 'it is the asker’s turn', { set: `${past('escalation')}, turn = 'asker'` }],
  ['rerouteByTime', 'the escalation is not due', { set: `turn = 'experts'` }],
  ['rerouteByLanguage', 'it is the asker’s turn', { set: `turn = 'asker'` }],
  ['rerouteByLanguage', 'an expert holds it', { holder: bruno }],
  ['rerouteAsHopeless', 'it is the asker’s turn', { set: `num_responses = 0, turn = 'asker'` }],
  ['rerouteAsHopeless', 'an expert holds it', { holder: bruno }],
  ['rerouteAsHopeless', 'it has a counted response', { set: 'num_responses = 1' }],
  ['rerouteAsHopeless', 'it was offered', { offered: [carla] }],
  ['rerouteByLack', 'it is the asker’s turn', { set: `turn = 'asker'` }],
  ['rerouteByLack', 'an expert holds it', { holder: bruno }],
  ['agentTakes', 'another agent has it', { holder: bruno }],
  ['agentReleases', 'another agent has it', { holder: bruno }],
  ['takeBack', 'several experts answer the question', { set: `type = 'ONE_TO_MANY'` }],
  ['expireInTime', 'it is not due', { set: 'num_responses = 0' }],
  ['expireInTime', 'it has a response', { set: past('expiry') }],
  ['markBySilence', 'the asker has time left', { set: `turn = 'asker'` }],
  ['markBySilence', 'it is the experts’ turn', { set: past('silence') }],
  ['markBySilence', 'it has no response', { set: `${past('silence')}, turn = 'asker', num_responses = 0` }],
]
test.each(refusals)('%s is refused if %s', async (name, _why, { sql, ...broken }) => {
  const { questionId, responseId } = await prepare(name, broken)
  if (sql) await run(sql, [questionId])

  await expect(make(name, questionId, responseId)).rejects.toBeInstanceOf(DomainError)
})

// Offers are made for a plan of routing, and closed one by one.

/** A question in its second wave that was never offered, and the plan of its third. */
async function planned(more: Partial<WavePlan> = {}) {
  const questionId = await s.ask()
  await run(
    `update questions set wave = 2, round = 1, wave_due_at = null, language = null, languages = '{}' where id = $1`,
    [questionId],
  )
  const plan: WavePlan = {
    questionId,
    companyId: cast.companyId,
    expectedWave: 2,
    expectedRound: 1,
    isLast: false,
    offerMs: 600_000,
    widensInMs: 1_200_000,
    predictedClass: 'card',
    language: 'es',
    lastResponseMs: 61_000,
    available: 7,
    promisedMs: 1_800_000,
    experts: [{ expertId: carlos, score: 1, reasons: [] }],
    ...more,
  }
  return { questionId, offer: () => inSystem(db, (tx) => offerToExperts(tx, [plan])) }
}

test.each([
  ['', { isLast: false }],
  [' if it is the last wave of the round', { isLast: true, requirement: { certified: true } }],
])('offer changes exactly this%s', async (_state, more) => {
  const { questionId, offer } = await planned(more)

  expect(await changesBy(questionId, offer)).toMatchSnapshot()
})

test.each([
  ['wave', { expectedWave: 1 }],
  ['round', { expectedRound: 0 }],
])('offer changes nothing if the plan is for an earlier %s', async (_counter, more) => {
  const { questionId, offer } = await planned(more)

  expect(await changesBy(questionId, offer)).toMatchObject({ columns: {}, offers: [], version: 0 })
})

test.each([
  ['declineOffer', 'declined'],
  ['withdrawOffer', 'withdrawn'],
] as const)('%s changes exactly this', async (_move, status) => {
  const { questionId, offer } = await planned()
  await offer()

  const close = () =>
    s.run((tx) =>
      makeChange(tx, {
        actor: system,
        of: { questionId },
        decide: (facts) => closeOffer(facts, system, { expertId: carlos, status, reason: undefined }),
      }),
    )

  expect(await changesBy(questionId, close)).toMatchSnapshot()
})
