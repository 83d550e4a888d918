import type { RecordedQuestion } from '@askline/domain/routing/recorded'

/** How the experts of a company behaved, as a replay repeats it. */
export type Behaviour = {
  /** Returns the probability that an expert accepts an offer. `fit` is the score above the mean of the candidates. */
  takes(expertId: string, fit: number): number
  /** Return ms from offer to claim, from claim to answer, and until the capacity is free again. `draw` is 0 to 1. */
  takesAfterMs(expertId: string, draw: number): number
  answersAfterMs(draw: number): number
  freeAfterMs(draw: number): number
}

/** Offers of all experts that weigh as much as the expert's own share. */
const pull = 5
const leastTimes = 5
/** Decided offers that are needed before the fit is taken into account. */
const leastDecided = 50
const standardHandlingMs = 30 * 60_000

/** Learns how experts reacted to offers. Offers that ended because another expert was faster are ignored. */
export function learnBehaviour(questions: readonly RecordedQuestion[]): Behaviour {
  const decided: { expertId: string; taken: boolean; fit: number }[] = []
  const delays = new Map<string, number[]>()
  const all: number[] = []
  const answers: number[] = []
  const handling: number[] = []
  for (const question of questions) {
    const scores = question.offers.map(({ score }) => score)
    const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)
    for (const { expertId, status, score, offeredAt, closedAt } of question.offers) {
      if (status === 'pending' || status === 'withdrawn') continue
      decided.push({ expertId, taken: status === 'accepted', fit: score - mean })
      if (status !== 'accepted' || closedAt === null) continue
      const delay = Math.max(0, closedAt - offeredAt)
      all.push(delay)
      delays.set(expertId, [...(delays.get(expertId) ?? []), delay])
      if (question.answeredAt !== null) answers.push(Math.max(0, question.answeredAt - closedAt))
      if (question.endedAt !== null) handling.push(Math.max(0, question.endedAt - closedAt))
    }
  }
  const share = (decided.filter(({ taken }) => taken).length + 1) / (decided.length + 2)
  const records = new Map<string, { taken: number; offers: number }>()
  for (const { expertId, taken } of decided) {
    const record = records.get(expertId) ?? { taken: 0, offers: 0 }
    record.offers++
    if (taken) record.taken++
    records.set(expertId, record)
  }
  const ownShare = (expertId: string) => {
    const { taken = 0, offers = 0 } = records.get(expertId) ?? {}
    return (taken + pull * share) / (offers + pull)
  }
  const slope =
    decided.length < leastDecided ? 0 : fitSlope(decided.map((one) => ({ ...one, own: ownShare(one.expertId) })))
  for (const times of [all, answers, handling, ...delays.values()]) times.sort((a, b) => a - b)
  return {
    takes: (expertId, fit) => logistic(logit(ownShare(expertId)) + slope * fit),
    takesAfterMs(expertId, draw) {
      const own = delays.get(expertId)
      return drawn(own && own.length >= leastTimes ? own : all, draw, 0)
    },
    answersAfterMs: (draw) => drawn(answers, draw, 0),
    freeAfterMs: (draw) => drawn(handling, draw, standardHandlingMs),
  }
}

/** Returns the log-odds per unit of fit beyond the expert's own share, by Newton's method with shrinkage to 0. */
function fitSlope(cases: { own: number; taken: boolean; fit: number }[]): number {
  let slope = 0
  for (let i = 0; i < 20; i++) {
    let gradient = -slope
    let curvature = 1
    for (const { own, taken, fit } of cases) {
      const p = logistic(logit(own) + slope * fit)
      gradient += ((taken ? 1 : 0) - p) * fit
      curvature += p * (1 - p) * fit * fit
    }
    slope += gradient / curvature
  }
  return slope
}

const logistic = (x: number) => 1 / (1 + Math.exp(-x))
const logit = (p: number) => Math.log(Math.min(0.999, Math.max(0.001, p)) / (1 - Math.min(0.999, Math.max(0.001, p))))
const drawn = (sorted: number[], draw: number, otherwise: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(draw * sorted.length))] ?? otherwise
