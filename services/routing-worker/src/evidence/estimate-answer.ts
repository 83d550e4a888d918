import type { PromiseBasis } from '@askline/contracts'

/** How long experts took to answer a past question for the first time, and what it was like. */
export type AnswerTime = {
  categoryId: string
  predictedClass: string | null
  /** Hour of the day, 0 to 23 in UTC, in which it was first offered. */
  hour: number
  /** How many experts could have been asked then; null: that was not kept. */
  available: number | null
  /** ms from its first offer to the first answer; infinite: experts never answered it. */
  ms: number
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
 * category; company. Hours count as the same within one of each other, numbers of experts within the same power of two. Of n
 * cases the ⌈(n + 1) · share⌉-th shortest is taken: for questions that come in any order, the next is answered within it at
 * least that often (as in conformal prediction). Unanswered questions count as longer than all others.
 */
export function estimateAnswer(times: Iterable<AnswerTime>, about: AboutToBeOffered): AnswerEstimate | undefined {
  const circles = circlesAround(about).map(({ basis, holds }) => ({ basis, holds, ms: [] as number[] }))
  for (const time of times) for (const circle of circles) if (circle.holds(time)) circle.ms.push(time.ms)
  const circle = circles.find(({ basis, ms }) => ms.length >= (basis === 'company' ? leastOfCompany : leastCases))
  if (!circle) return undefined
  const place = Math.ceil((circle.ms.length + 1) * about.share)
  const ms = Float64Array.from(circle.ms).sort()[place - 1] ?? Number.POSITIVE_INFINITY
  // Whole seconds: more would pretend to know.
  return Number.isFinite(ms)
    ? { ms: Math.max(1, Math.ceil(ms / 1_000)) * 1_000, basis: circle.basis, cases: circle.ms.length }
    : undefined
}

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
