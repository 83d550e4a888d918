import type { RoutingVerdict } from '@askline/contracts'
import { isWorking, type RoutingExpert } from '@askline/domain'
import { languageOfTag } from './language.ts'
import { Situation } from './situation.ts'

const minuteMs = 60_000

/** A company's active experts as routing looks at them: who speaks what, and who has room now. */
export type Roster = {
  readonly active: ReadonlySet<string>
  /** Every language some active expert speaks. */
  readonly spoken: ReadonlySet<string>
  /** Active experts who speak the language; all of them when it is undefined. */
  speakers(language: string | undefined): ReadonlySet<string>
  /** The speakers who are available, at work, and hold less than they can. */
  free(language: string | undefined): ReadonlySet<string>
  /** What keeps each expert, inactive ones too, from being offered anything in this language now. */
  situation(language: string | undefined): Situation
  /** ms until the first of those who are only outside their working hours comes to work; undefined: not within four minutes. */
  comesInMs(language: string | undefined): number | undefined
  /** Whether it depends on the minute: some expert has working hours. */
  readonly keepsHours: boolean
  /** Share of an expert's capacity in use: 0 is free, 1 is full. */
  readonly load: ReadonlyMap<string, number>
  /** How many questions an expert can hold. */
  readonly capacity: ReadonlyMap<string, number>
}

/** Builds the roster of a company at `now`, ms since 1970 in the company's time. Lists by language are made when first asked for, and kept. */
export function buildRoster(experts: Iterable<RoutingExpert>, now: number): Roster {
  const everyone = [...experts].map((expert) => ({
    ...expert,
    languages: expert.languages.map((tag) => languageOfTag(tag) ?? tag),
  }))
  const members = everyone.filter((expert) => expert.isActive)
  const listed = (keep: (expert: RoutingExpert) => boolean) => {
    const lists = new Map<string | undefined, ReadonlySet<string>>()
    return (language: string | undefined) => {
      let list = lists.get(language)
      if (!list) {
        list = new Set(members.filter((e) => keep(e) && speaks(e, language)).map((e) => e.expertId))
        lists.set(language, list)
      }
      return list
    }
  }
  const speakers = listed(() => true)
  const situations = new Map<string | undefined, Situation>()
  const situation = (language: string | undefined) => {
    let known = situations.get(language)
    if (!known) {
      known = new Situation(
        everyone.map((expert) => [expert.expertId, hindrance(expert, language, now) ?? 'ranked_below']),
      )
      situations.set(language, known)
    }
    return known
  }
  return {
    active: speakers(undefined),
    spoken: new Set(members.flatMap((expert) => expert.languages)),
    speakers,
    free: listed((expert) => hindrance(expert, undefined, now) === undefined),
    situation,
    comesInMs(language) {
      const waiting = members.filter((expert) => hindrance(expert, language, now) === 'outside_hours')
      if (waiting.length === 0) return undefined
      // Shifts begin on the minute. Further ahead routing looks again anyway.
      const minutes = [1, 2, 3, 4].map((n) => (Math.floor(now / minuteMs) + n) * minuteMs)
      const opening = minutes.find((at) => waiting.some((expert) => hindrance(expert, language, at) === undefined))
      return opening === undefined ? undefined : opening - now
    },
    keepsHours: members.some((expert) => expert.workingHours !== null),
    load: new Map(members.map((expert) => [expert.expertId, expert.load / Math.max(1, expert.capacity)])),
    capacity: new Map(members.map((expert) => [expert.expertId, expert.capacity])),
  }
}

const speaks = ({ languages }: RoutingExpert, language: string | undefined) =>
  language === undefined || languages.length === 0 || languages.includes(language)

/** What keeps an expert from being offered anything in the language now; the weightiest of several. */
function hindrance(expert: RoutingExpert, language: string | undefined, now: number): RoutingVerdict | undefined {
  if (!expert.isActive) return 'inactive'
  if (!speaks(expert, language)) return 'other_language'
  if (expert.availability !== 'AVAILABLE') return expert.availability === 'AWAY' ? 'away' : 'offline'
  if (expert.workingHours && !isWorking(expert.workingHours, now)) return 'outside_hours'
  return expert.load < expert.capacity ? undefined : 'at_capacity'
}
