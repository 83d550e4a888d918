import type { PromiseBasis } from '@askline/contracts'

/** How long a past question waited for its first answer, and the properties it is compared by. */
export type AnswerTime = {
  categoryId: string
  predictedClass: string | null
  /** Hour of its first offer, 0 to 23 in UTC. */
  hour: number
  /** Experts who could have been asked then; null if unknown. */
  available: number | null
  /** Time from the first offer to the first answer, in ms; infinite if experts were given up. */
  ms: number
  /** Whether the asker or the company ended it unanswered. Then `ms` is how long it had waited. */
  isCutShort: boolean
}

/** A question that is about to be offered. Unknown properties are missing. */
export type AboutToBeOffered = {
  categoryId?: string | undefined
  predictedClass?: string | undefined
  hour: number
  available: number
  /** Share of estimates that must be long enough, 0 to 1. */
  share: number
}

export type AnswerEstimate = { ms: number; basis: PromiseBasis; cases: number }

/** Past questions that a narrow group needs to be used. The widest group is used with fewer. */
const leastCases = 20
const leastOfCompany = 5

/**
 * Returns the time within which an expert will answer, in ms, such that `share` of all estimates are long enough. Returns
 * `undefined` if too little is known or too many questions stay unanswered. The estimate is a quantile of past questions.
 *
 * Groups are tried from narrow to wide until one has 20 questions. The first are class with hour and available experts, and class.
 * The others are category with hour and available experts, category, and company, which needs only 5. Hours match within one of each other. Numbers of experts match within the same power of
 * two. Questions that agents got count as longer than all others. Questions that were ended unanswered are censored: the shares
 * are Kaplan-Meier estimates (Nonparametric Estimation from Incomplete Observations, 1958). The next question counts as one more
 * unanswered case, as in conformal prediction. Of n answered cases the ⌈(n + 1) · share⌉-th shortest is taken. For questions in
 * any order, the next one is then answered in time at least that often.
 */
export function estimateAnswer(times: Iterable<AnswerTime>, about: AboutToBeOffered): AnswerEstimate | undefined {
  const circles = circlesAround(about).map(({ basis, holds }) => ({ basis, holds, cases: [] as AnswerTime[] }))
  for (const time of times) for (const circle of circles) if (circle.holds(time)) circle.cases.push(time)
  const circle = circles.find(({ basis, cases }) => cases.length >= (basis === 'company' ? leastOfCompany : leastCases))
  if (!circle) return undefined
  const ms = answeredWithin(circle.cases, about.share)
  // Whole seconds, because more digits would suggest a precision that the estimate does not have.
  return Number.isFinite(ms)
    ? { ms: Math.max(1, Math.ceil(ms / 1_000)) * 1_000, basis: circle.basis, cases: circle.cases.length }
    : undefined
}

/** Returns the shortest time in which `share` of these cases and of the next one are answered; infinite if never. */
function answeredWithin(cases: AnswerTime[], share: number): number {
  const inOrder = cases.toSorted((a, b) => (a.ms === b.ms ? Number(a.isCutShort) - Number(b.isCutShort) : a.ms - b.ms))
  let waiting = inOrder.length + 1
  let unanswered = 1
  for (const { ms, isCutShort } of inOrder) {
    if (!Number.isFinite(ms)) break
    if (!isCutShort) unanswered *= 1 - 1 / waiting
    if (!isCutShort && 1 - unanswered >= share - rounding) return ms
    waiting--
  }
  return Number.POSITIVE_INFINITY
}

/** Rounding error of a product of a thousand fractions. */
const rounding = 1e-9

type Circle = { basis: PromiseBasis; holds(time: AnswerTime): boolean }

function circlesAround({ categoryId, predictedClass, hour, available }: AboutToBeOffered): Circle[] {
  const atSuchATime = (time: AnswerTime) =>
    isNear(time.hour, hour) && time.available !== null && magnitude(time.available) === magnitude(available)
  const ofClass = (time: AnswerTime) => time.predictedClass === predictedClass
  const ofCategory = (time: AnswerTime) => time.categoryId === categoryId
  return [
    ...(predictedClass === undefined
      ? []
      : [
          { basis: 'class_hour_experts' as const, holds: (time: AnswerTime) => ofClass(time) && atSuchATime(time) },
          { basis: 'class' as const, holds: ofClass },
        ]),
    ...(categoryId === undefined
      ? []
      : [
          {
            basis: 'category_hour_experts' as const,
            holds: (time: AnswerTime) => ofCategory(time) && atSuchATime(time),
          },
          { basis: 'category' as const, holds: ofCategory },
        ]),
    { basis: 'company', holds: () => true },
  ]
}

const isNear = (a: number, b: number) => Math.min((a - b + 24) % 24, (b - a + 24) % 24) <= 1

/** Groups numbers of experts: 0, 1, 2 to 3, 4 to 7, 8 to 15 … */
const magnitude = (count: number) => (count < 1 ? 0 : 1 + Math.floor(Math.log2(count)))
