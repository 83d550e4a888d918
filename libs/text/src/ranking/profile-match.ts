import { seatOf } from './desk.ts'
import type { ExpertProfile } from './expert-profile.ts'
import type { Ranker } from './ranker.ts'
import type { OpenQuestion } from './resolved-question.ts'

const mostByTopic = 200

/** Seats experts whose profile names the question's topic, a tag or a word, and counts how many it names. */
export function gatherFromProfiles(ranker: Ranker, terms: ReadonlySet<number>): void {
  const { desk, expertsByTopic } = ranker
  if (expertsByTopic.size === 0) return
  for (const term of terms) {
    let left = mostByTopic
    for (const expert of expertsByTopic.get(term) ?? []) {
      if (left-- === 0) break
      const seat = seatOf(desk, expert)
      desk.topics.data[seat]!++
    }
  }
}

/** The highest level, 0 to 1, the expert declares in the question's topic or tags. */
export function levelIn(profile: ExpertProfile | undefined, question: OpenQuestion): number {
  let level = 0
  for (const subject of [question.topic, ...(question.tags ?? [])])
    if (subject !== undefined) level = Math.max(level, profile?.declaredLevels?.[subject] ?? 0)
  return level
}

/**
 * What the profile adds to the score, in the units of the mix. History cannot teach these weights, for profiles are known only as
 * they are today; they are set so that a fitting profile lifts a newcomer among those with a short record, not above the proven.
 */
export function profileScore(profile: ExpertProfile | undefined, question: OpenQuestion, topics: number): number {
  let score = 0.8 * Math.min(topics, 3) + levelIn(profile, question)
  if (!profile) return score
  const { languages } = profile
  if (question.language !== undefined && languages.length > 0 && !languages.includes(question.language)) score -= 5
  if (profile.isCertified || profile.isElite || profile.isOfficial) score += 0.2
  if (profile.availableNow === true) score += 0.4
  if (profile.availableNow === false) score -= 0.4
  return score
}
