import type { CategorySettings } from '@askline/contracts'
import { levelShares } from '@askline/domain/people/requirements'
import type { RecordedQuestion } from '@askline/domain/routing/recorded'
import type { RoutingExpert } from '@askline/domain/routing/routing-experts'
import type { ResolvedEvidence } from '@askline/learning/evidence/resolved-evidence'
import {
  acquaintances,
  buildRanker,
  isNewcomer,
  learn,
  type OpenQuestion,
  type Ranker,
  rank,
  updateExpert,
} from '@askline/text'
import { learnBehaviour } from './behaviour.ts'
import { type Policy, settingsUnder } from './policy.ts'
import type { Progress } from './progress.ts'
import { giniOf, type Outcome, type ReplayedQuestion, simulate } from './simulate.ts'

/** Simulations of the same history with different seeds. Their spread shows how reliable a difference is. */
const lives = 20

export type Replay = {
  questions: readonly RecordedQuestion[]
  history: readonly ResolvedEvidence[]
  experts: readonly RoutingExpert[]
  policy: Policy
  seed: number
  progress: Progress
}

/**
 * Returns lines that compare a draft policy with the present settings. Each recorded question is ranked under both, with the
 * evidence before it and among the experts available then. Both are simulated 20 times with experts who accept offers as often
 * and as fast as they did. Both use the same random numbers, and equal seeds give equal lines.
 */
export function replay({ questions, history, experts, policy, seed, progress }: Replay): string[] {
  const inOrder = [...questions].sort((a, b) => a.askedAt - b.askedAt)
  const behaviour = learnBehaviour(inOrder)
  const capacity = new Map(experts.map((expert) => [expert.expertId, expert.capacity]))
  const { present, draft } = rankAll(inOrder, history, experts, policy, progress)
  const worlds = { present: [] as Outcome[], draft: [] as Outcome[] }
  for (let life = 0; life < lives; life++) {
    worlds.present.push(simulate(present, behaviour, capacity, seed * 1_000 + life))
    worlds.draft.push(simulate(draft, behaviour, capacity, seed * 1_000 + life))
    progress('Living through', life + 1, lives)
  }
  const active = experts.filter(({ isActive }) => isActive).map(({ expertId }) => expertId)
  const recorded = recordedOutcome(inOrder)
  const measures: [string, (outcome: Outcome) => number, (value: number) => string][] = [
    ['First answer, median', (o) => quantile(o.answeredIn, 0.5), duration],
    ['First answer, 9 of 10', (o) => quantile(o.answeredIn, 0.9), duration],
    ['Given to agents', (o) => o.rerouted / o.questions, percent],
    ['Load spread (Gini)', (o) => giniOf(o.taken, active), (value) => value.toFixed(2)],
  ]
  const rows = measures.map(([name, measure, print]) => {
    const before = worlds.present.map(measure)
    const after = worlds.draft.map(measure)
    const changes = after.map((value, i) => value - (before[i] ?? Number.NaN)).sort((a, b) => a - b)
    const [low = Number.NaN, high = Number.NaN] = [changes[0], changes.at(-1)]
    const signed = (value: number) => `${value > 0 ? '+' : value < 0 ? '-' : ''}${print(Math.abs(value))}`
    return [
      name,
      print(measure(recorded)),
      print(mean(before)),
      print(mean(after)),
      `${signed(mean(changes))} (${signed(low)} to ${signed(high)})`,
    ]
  })
  return [
    `${inOrder.length} questions, ${history.length} resolved ones as evidence, ${active.length} experts, seed ${seed}.`,
    ...table([['', 'recorded', 'present', 'draft', `change (least to most of ${lives})`], ...rows]),
    'present: these questions under the settings in force; where it is far from recorded, trust the change less.',
  ]
}

/** Returns the candidates of every question under both settings, ranked as of the moment it was asked. */
function rankAll(
  questions: readonly RecordedQuestion[],
  history: readonly ResolvedEvidence[],
  experts: readonly RoutingExpert[],
  policy: Policy,
  progress: Progress,
): { present: ReplayedQuestion[]; draft: ReplayedQuestion[] } {
  const ranker = buildRanker([], [])
  for (const { expertId, languages, topics, topicLevels, isOfficial, isCertified, isElite } of experts) {
    const declaredLevels = levelShares(topicLevels)
    updateExpert(ranker, { expertId, languages, topics, declaredLevels, isOfficial, isCertified, isElite })
  }
  const lessons = [...history].sort((a, b) => lastAnswer(a) - lastAnswer(b))
  let learnt = 0
  const everybody = experts.filter(({ isActive }) => isActive).map(({ expertId }) => expertId)
  const present: ReplayedQuestion[] = []
  const draft: ReplayedQuestion[] = []
  for (const [i, question] of questions.entries()) {
    for (let next = lessons[learnt]; next && lastAnswer(next) <= question.askedAt; next = lessons[++learnt])
      learn(ranker, next)
    const { questionId, askedAt, category, settings } = question
    const known = [...new Set([...question.couldBeAsked, ...question.offers.map(({ expertId }) => expertId)])]
    const candidates = new Set(known.length > 0 ? known : everybody.filter((id) => id !== question.askerId))
    const drafted = settingsUnder(policy, category, settings)
    const now = scores(ranker, question, candidates, settings)
    const then = scores(ranker, question, candidates, drafted)
    const middle = mean([...now.values()].map(({ score }) => score))
    const under = (found: ReadonlyMap<string, Scored>) =>
      [...found].map(([expertId, one]) => ({ expertId, ...one, fit: (now.get(expertId)?.score ?? middle) - middle }))
    present.push({ questionId, askedAt, settings, candidates: under(now) })
    draft.push({ questionId, askedAt, settings: drafted, candidates: under(then) })
    progress('Ranking', i + 1, questions.length)
  }
  return { present, draft }
}

/** `isNew` experts have fewer answers than a record needs. */
type Scored = { score: number; isNew: boolean }

function scores(
  ranker: Ranker,
  { text, askerId, language, predictedClass, askedAt }: RecordedQuestion,
  candidates: ReadonlySet<string>,
  { weights, preference = 1 }: CategorySettings,
): Map<string, Scored> {
  const question: OpenQuestion = {
    text,
    askerId,
    ...(language === null ? {} : { language }),
    ...(predictedClass === null ? {} : { topic: predictedClass }),
  }
  const bonuses = acquaintances(ranker, askerId, askedAt, preference)
  const options = { asOf: askedAt, limit: candidates.size, candidates, emphasis: weights, bonuses }
  return new Map(
    rank(ranker, question, options).map((expert) => [
      expert.expertId,
      { score: expert.score, isNew: isNewcomer(expert) },
    ]),
  )
}

const lastAnswer = ({ answers, askedAt }: ResolvedEvidence) =>
  answers.reduce((latest, { answeredAt }) => Math.max(latest, answeredAt), askedAt)

function recordedOutcome(questions: readonly RecordedQuestion[]): Outcome {
  const taken = new Map<string, number>()
  for (const { offers } of questions) {
    const taker = offers.find(({ status }) => status === 'accepted')
    if (taker) taken.set(taker.expertId, (taken.get(taker.expertId) ?? 0) + 1)
  }
  const answeredIn = questions.flatMap((q) => (q.answeredAt === null ? [] : [q.answeredAt - q.askedAt]))
  return {
    answeredIn: answeredIn.sort((a, b) => a - b),
    rerouted: questions.filter(({ isRerouted }) => isRerouted).length,
    questions: questions.length,
    taken,
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
const percent = (share: number) => `${(share * 100).toFixed(1)}%`
const duration = (ms: number) => (ms < 600_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`)

function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
