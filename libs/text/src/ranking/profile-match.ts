import { tokensOf, wordsOf } from '../tokens/tokens.ts'
import { seatOf } from './desk.ts'
import type { WholeProfile } from './expert-profile.ts'
import { mostCharacters } from './question-terms.ts'
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

/** The highest level, 0 to 1, that a profile declares in what the question is about. */
export type LevelIn = (profile: WholeProfile | undefined) => number

/**
 * Reads profiles for one question. A level counts where the question is about its topic: all words of the topic's name, by their
 * stems, occur in the question's text, tags or topic, or one of these is called the same.
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
 * What the profile adds to the score, in the units of the mix. History cannot teach these weights, for profiles are known only as
 * they are today; they are set so that a fitting profile lifts a newcomer among those with a short record, not above the proven.
 */
export function profileScore(profile: WholeProfile | undefined, topics: number, level: number): number {
  let score = 0.8 * Math.min(topics, 3) + level
  if (!profile) return score
  if (profile.isCertified || profile.isElite || profile.isOfficial) score += 0.2
  if (profile.availableNow === true) score += 0.4
  if (profile.availableNow === false) score -= 0.4
  return score
}

/** Whether nothing is known against the expert in a language; undefined asks for none. Tags of a region are that language. */
export function speaks(profile: WholeProfile | undefined, language: string | undefined): boolean {
  if (language === undefined || !profile || profile.languages.length === 0) return true
  const asked = languageOf(language)
  return profile.languages.some((tag) => languageOf(tag) === asked)
}

/** Languages of tags seen, of which there are few: a ranking may ask a hundred thousand times. */
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
