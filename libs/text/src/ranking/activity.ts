import type { History } from './history-columns.ts'

/** Days after which an answer counts 1/e as activity, one count each. */
export const activityDays = [0.25, 1, 4, 15, 60, 240] as const

/** Per answer: the decayed counts, the count of all answers, and the rhythm of the day as two harmonics, cosine and sine each. */
export const activityWidth = activityDays.length + 5

const countAt = activityDays.length
const rhythmAt = countAt + 1
const day = 86_400_000
const rhythmKept = 0.98

/** Computes an answer's running activity from that of the expert's answer before it. */
export function continueActivity({ answers }: History, answer: number): void {
  const previous = answers.previousOfExpert.data[answer]!
  const activity = answers.activity.data
  const at = answer * activityWidth
  const before = previous * activityWidth
  const answeredAt = answers.answeredAt.data[answer]!
  for (let scale = 0; scale < activityDays.length; scale++)
    activity[at + scale] = 1 + (previous < 0 ? 0 : activityAfter(answers, previous, scale, answeredAt))
  activity[at + countAt] = 1 + (previous < 0 ? 0 : activity[before + countAt]!)
  const angle = angleOf(answeredAt)
  for (let i = 0; i < 4; i++) {
    const wave = i % 2 === 0 ? Math.cos(angle * (1 + (i >> 1))) : Math.sin(angle * (1 + (i >> 1)))
    activity[at + rhythmAt + i] = wave + (previous < 0 ? 0 : rhythmKept * activity[before + rhythmAt + i]!)
  }
}

/** An expert's decayed count of answers at a time, given the last answer before it. */
export function activityAfter(answers: History['answers'], lastAnswer: number, scale: number, at: number): number {
  const elapsed = at - answers.answeredAt.data[lastAnswer]!
  return answers.activity.data[lastAnswer * activityWidth + scale]! * Math.exp(-elapsed / (activityDays[scale]! * day))
}

/** How many answers an expert had given, including this one. */
export function countAfter(answers: History['answers'], lastAnswer: number): number {
  return answers.activity.data[lastAnswer * activityWidth + countAt]!
}

/**
 * Returns the log ratio of the expert's answer rate at this time of day to the average rate. The density over the day is a Fourier
 * series of two harmonics, shrunk towards uniform for short records.
 */
export function rhythmAt24h(answers: History['answers'], lastAnswer: number, at: number): number {
  const activity = answers.activity.data
  const first = lastAnswer * activityWidth
  const count = activity[first + countAt]!
  const weight = (1 - rhythmKept ** count) / (1 - rhythmKept)
  const angle = angleOf(at)
  const lean =
    activity[first + rhythmAt]! * Math.cos(angle) +
    activity[first + rhythmAt + 1]! * Math.sin(angle) +
    activity[first + rhythmAt + 2]! * Math.cos(2 * angle) +
    activity[first + rhythmAt + 3]! * Math.sin(2 * angle)
  return Math.log(Math.max(0.15, 1 + (2 * lean) / (weight + 8)))
}

function angleOf(at: number): number {
  return ((at % day) / day) * 2 * Math.PI
}

/** The expert's last answer strictly before a time, or -1. */
export function lastAnswerBefore({ answers, people }: History, expert: number, asOf: number): number {
  let answer = people.lastAnswer.data[expert]!
  while (answer >= 0 && answers.answeredAt.data[answer]! >= asOf) answer = answers.previousOfExpert.data[answer]!
  return answer
}
