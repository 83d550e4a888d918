import { tokensOf, wordsOf } from '../tokens/tokens.ts'
import type { WholeProfile } from './expert-profile.ts'
import { mostCharacters } from './question-terms.ts'
import type { Ranker } from './ranker-state.ts'
import type { OpenQuestion } from './resolved-question.ts'
import { seatOf } from './working-memory.ts'

const mostByTopic = 200

/** Seats experts whose profile names the question's topic, a tag or a word, and counts how many it names. */
export function gatherFromProfiles(ranker: Ranker, terms: ReadonlySet<number>): void {
  const { memory, expertsByTopic } = ranker
  if (expertsByTopic.size === 0) return
  for (const term of terms) {
    let left = mostByTopic
    for (const expert of expertsByTopic.get(term) ?? []) {
      if (left-- === 0) break
      const seat = seatOf(memory, expert)
      memory.topics.data[seat]!++
    }
  }
}

/** Returns the highest level, 0 to 1, that a profile declares in a topic of the question. */
export type LevelIn = (profile: WholeProfile | undefined) => number

/**
 * Matches profiles with one question. A level counts if the question is about its topic. This is so if all stems of the topic's name
 * occur in the text, tags or topic. It is also so if a tag or the topic has the same name.
 */
export function levelsFor(question: OpenQuestion): LevelIn {
  let about: ReturnType<typeof wordsAbout> | undefined
  const known = new Map<string, boolean>()
  const isAbout = (topic: string): boolean => {
    let answer = known.get(topic)
    if (answer === undefined) {
      about ??= wordsAbout(question)
      const { names, stems } = about
      const telling = tokensOf(topic, question.language)
      answer = names.has(nameOf(topic)) || (telling.length > 0 && telling.every((stem) => stems.has(stem)))
      known.set(topic, answer)
    }
    return answer
  }
  return (profile) => {
    let highest = 0
    const levels = profile?.declaredLevels
    for (const topic in levels) {
      const level = levels[topic]!
      if (level > highest && isAbout(topic)) highest = level
    }
    return highest
  }
}

function wordsAbout({ text, tags = [], topic, language }: OpenQuestion) {
  const names = topic === undefined ? tags : [...tags, topic]
  const texts = [text.slice(0, mostCharacters), ...names]
  return { names: new Set(names.map(nameOf)), stems: new Set(texts.flatMap((one) => tokensOf(one, language))) }
}

const nameOf = (topic: string) => wordsOf(topic).join(' ')

/**
 * Bonus of a profile, in the units of the mix. History cannot teach these weights, because it has only the present profiles. A
 * matching profile lifts a newcomer above others with a short record, but not above proven experts.
 */
export function profileScore(profile: WholeProfile | undefined, topics: number, level: number): number {
  let score = 0.8 * Math.min(topics, 3) + level
  if (!profile) return score
  if (profile.isCertified || profile.isElite || profile.isOfficial) score += 0.2
  if (profile.availableNow === true) score += 0.4
  if (profile.availableNow === false) score -= 0.4
  return score
}

/** Returns whether the expert may speak a language. True without a language or profile languages. Ignores regions of tags. */
export function speaks(profile: WholeProfile | undefined, language: string | undefined): boolean {
  if (language === undefined || !profile || profile.languages.length === 0) return true
  const asked = languageOf(language)
  return profile.languages.some((tag) => languageOf(tag) === asked)
}

/** Cache of the languages of tags, because a ranking may look up a hundred thousand. There are only few tags. */
const languages = new Map<string, string>()
const mostLanguages = 1_000

function languageOf(tag: string): string {
  let language = languages.get(tag)
  if (language === undefined) {
    language = tag.toLowerCase().split('-', 1)[0] ?? ''
    if (languages.size < mostLanguages) languages.set(tag, language)
  }
  return language
}
