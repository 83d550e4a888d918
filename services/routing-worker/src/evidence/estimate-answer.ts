import type { PromiseBasis } from '@askline/contracts'

/** How long experts took to answer a past question for the first time, or did not, and what it was like. */
export type AnswerTime = {
  categoryId: string
  predictedClass: string | null
  /** Hour of the day, 0 to 23 in UTC, in which it was first offered. */
  hour: number
  /** How many experts could have been asked then; null: that was not kept. */
  available: number | null
  /** ms from its first offer to the first answer; infinite: experts were given up. */
  ms: number
  /** Nobody answered: `ms` is how long it had waited when its asker or the company ended it. */
  isCutShort: boolean
}

/** A question that is about to be offered. What is missing is not known of it. */
export type AboutToBeOffered = {
  categoryId?: string | undefined
  predictedClass?: string | undefined
  hour: number
  available: number
  /** So often the estimate must be long enough, 0 to 1. */
  share: number
}

export type AnswerEstimate = { ms: number; basis: PromiseBasis; cases: number }

/** Past questions that a narrow circle must have before it is believed; of the widest a few will do: the place sees to the rest. */
const leastCases = 20
const leastOfCompany = 5

/**
 * In how many ms an expert will answer, so that `share` of all estimates are long enough; undefined where too little is known,
 * or experts leave too many questions unanswered to promise anything.
 *
 * It is a quantile of what was: the past questions most like this one are looked at first, and wherever there are fewer than
 * twenty of them, the next wider circle: class, hour and experts available; class; category, hour and experts available;
 * category; company. Hours count as the same within one of each other, numbers of experts within the same power of two.
 *
 * Questions that were given to agents count as longer than all others. Of one that was ended before anybody answered it is
 * known only that it would have taken longer than it waited: the shares are those of Kaplan and Meier (Nonparametric Estimation
 * from Incomplete Observations, 1958), which are plain shares where no question was ended so. The next question is itself
 * counted, as one that is not answered yet: so of n answered cases the ⌈(n + 1) · share⌉-th shortest is taken, and for questions
 * that come in any order the next is answered within it at least that often (as in conformal prediction).
 */
export function estimateAnswer(times: Iterable<AnswerTime>, about: AboutToBeOffered): AnswerEstimate | undefined {
  const circles = circlesAround(about).map(({ basis, holds }) => ({ basis, holds, cases: [] as AnswerTime[] }))
  for (const time of times) for (const circle of circles) if (circle.holds(time)) circle.cases.push(time)
  const circle = circles.find(({ basis, cases }) => cases.length >= (basis === 'company' ? leastOfCompany : leastCases))
  if (!circle) return undefined
  const ms = answeredWithin(circle.cases, about.share)
  // Whole seconds: more would pretend to know.
  return Number.isFinite(ms)
    ? { ms: Math.max(1, Math.ceil(ms / 1_000)) * 1_000, basis: circle.basis, cases: circle.cases.length }
    : undefined
}

/** The shortest time in which so many of these and of the next are answered; infinite: never. */
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

/** What a product of a thousand fractions may be off by. */
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

/** 0, 1, 2 to 3, 4 to 7, 8 to 15 … */
const magnitude = (count: number) => (count < 1 ? 0 : 1 + Math.floor(Math.log2(count)))
