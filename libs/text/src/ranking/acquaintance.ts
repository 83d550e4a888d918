import type { Ranker } from './ranker-state.ts'

/** Half-life of the bonus, in ms. */
const halfLifeMs = 30 * 24 * 3_600_000
/** Least bonus that counts. A bonus of 1, for an answer accepted just now, equals free capacity against full capacity. */
const least = 0.01
/** Number of an asker's newest questions that are read. */
const mostQuestions = 200

/**
 * Returns the bonus of each expert whose answers the asker accepted, 0 to `preference`, for `rank`. It halves every 30 days before
 * `now` (ms since 1970).
 */
export function acquaintances(
  { history }: Ranker,
  askerId: string,
  now: number,
  preference = 1,
): ReadonlyMap<string, number> {
  const { people, questions, answers } = history
  const bonuses = new Map<string, number>()
  const asker = people.numbers.get(askerId)
  let question = asker === undefined ? -1 : people.lastQuestion.data[asker]!
  for (let read = 0; question >= 0 && read < mostQuestions; read++) {
    for (let a = questions.firstAnswer.data[question]!; a >= 0; a = answers.nextOfQuestion.data[a]!) {
      const acceptedAt = answers.acceptedAt.data[a]!
      if (Number.isNaN(acceptedAt)) continue
      const expertId = people.ids[answers.expert.data[a]!]!
      const bonus = preference * 2 ** (-Math.max(0, now - acceptedAt) / halfLifeMs)
      if (bonus >= least) bonuses.set(expertId, Math.max(bonus, bonuses.get(expertId) ?? 0))
    }
    question = questions.previousOfAsker.data[question]!
  }
  return bonuses
}
