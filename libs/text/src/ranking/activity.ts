import type { History } from './history.ts'

/** Days after which an answer counts 1/e as activity, one count each. */
export const activityDays = [7, 45, 365] as const

const day = 86_400_000

/** Computes an answer's decayed counts from those of the expert's answer before it. */
export function continueActivity({ answers }: History, answer: number): void {
  const previous = answers.previousOfExpert.data[answer]!
  const { activity, answeredAt } = answers
  for (let scale = 0; scale < activityDays.length; scale++) {
    const before = previous < 0 ? 0 : activityAfter(answers, previous, scale, answeredAt.data[answer]!)
    activity.data[answer * activityDays.length + scale] = 1 + before
  }
}

/** An expert's decayed count of answers at a time, given the last answer before it. */
export function activityAfter(answers: History['answers'], lastAnswer: number, scale: number, at: number): number {
  const elapsed = at - answers.answeredAt.data[lastAnswer]!
  const count = answers.activity.data[lastAnswer * activityDays.length + scale]!
  return count * Math.exp(-elapsed / (activityDays[scale]! * day))
}

/** The expert's last answer strictly before a time, or -1. */
export function lastAnswerBefore({ answers, people }: History, expert: number, asOf: number): number {
  let answer = people.lastAnswer.data[expert]!
  while (answer >= 0 && answers.answeredAt.data[answer]! >= asOf) answer = answers.previousOfExpert.data[answer]!
  return answer
}
