import type { RankedExpert } from './rank.ts'
import type { Ranker } from './ranker.ts'

/** Acquaintance is half forgotten after so many ms. */
const halfLifeMs = 30 * 24 * 3_600_000
/** Having helped this asker a moment ago is worth an empty desk against a full one; below this nothing is left of it. */
const least = 0.01
/** Of one asker, the newest questions looked at. */
const mostQuestions = 200

/**
 * What knowing the asker adds to the scores of those whose answers they accepted, 0 to `preference`, at `now` in ms since 1970; half
 * of it is gone after 30 days.
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

/** The best of `strangers` and `acquaintances` together, `limit` at most; the latter are named `knowsAsker` in the features. */
export function prefer(
  strangers: RankedExpert[],
  acquaintances: RankedExpert[],
  bonuses: ReadonlyMap<string, number>,
  limit: number,
): RankedExpert[] {
  const known = acquaintances.map((expert) => {
    const bonus = bonuses.get(expert.expertId) ?? 0
    const features = { ...expert.features, knowsAsker: bonus }
    const reasons = ['gave this asker an accepted answer', ...expert.reasons]
    return { ...expert, score: expert.score + bonus, features, reasons }
  })
  const others = strangers.filter(({ expertId }) => !bonuses.has(expertId))
  return [...known, ...others].sort((a, b) => b.score - a.score).slice(0, limit)
}
