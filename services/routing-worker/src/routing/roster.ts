import { type Hindrance, hindranceOf, languageOfTag, type Need, neverTakes, type RoutingExpert } from '@askline/domain'
import { Situation } from './situation.ts'

const minuteMs = 60_000

/** A company's active experts as routing looks at them: who could take what, and who has room now. */
export type Roster = {
  readonly active: ReadonlySet<string>
  /** Every language some active expert speaks. */
  readonly spoken: ReadonlySet<string>
  /** Active experts who could take it at some time: they speak the language, meet the requirement, and their desk is large enough. */
  able(need: Need): ReadonlySet<string>
  /** Those who could take it now. */
  free(need: Need): ReadonlySet<string>
  /** What keeps each expert, inactive ones too, from being offered it now. */
  situation(need: Need): Situation
  /** ms until the first of those who are only outside their working hours comes to work; undefined: not within four minutes. */
  comesInMs(need: Need): number | undefined
  /** Of those who would have to finish something first, or could begin at once, the one with the most room; undefined: nobody. */
  nearest(need: Need, except: readonly string[]): string | undefined
  /** Whether it depends on the minute: some expert has working hours. */
  readonly keepsHours: boolean
  /** Share of an expert's capacity in use: 0 is free, 1 is full. */
  readonly load: ReadonlyMap<string, number>
  /** How many units an expert can hold. */
  readonly capacity: ReadonlyMap<string, number>
}

/** Builds the roster of a company at `now`, ms since 1970 in the company's time. Lists are made when first asked for, and kept. */
export function buildRoster(experts: Iterable<RoutingExpert>, now: number): Roster {
  const everyone = [...experts]
  const members = everyone.filter((expert) => expert.isActive)
  const listed = (hinders: (expert: RoutingExpert, need: Need) => Hindrance | undefined) =>
    remembered((need) => new Set(members.filter((e) => hinders(e, need) === undefined).map((e) => e.expertId)))
  return {
    active: new Set(members.map((expert) => expert.expertId)),
    spoken: new Set(members.flatMap((expert) => expert.languages.map((tag) => languageOfTag(tag) ?? tag))),
    able: listed(neverTakes),
    free: listed((expert, need) => hindranceOf(expert, need, now)),
    situation: remembered(
      (need) =>
        new Situation(
          everyone.map(({ expertId, ...expert }) => ({
            expertId,
            ...(hindranceOf({ expertId, ...expert }, need, now) ?? { verdict: 'ranked_below' }),
          })),
        ),
    ),
    comesInMs(need) {
      const verdictAt = (expert: RoutingExpert, at: number) => hindranceOf(expert, need, at)?.verdict
      const waiting = members.filter((expert) => verdictAt(expert, now) === 'outside_hours')
      if (waiting.length === 0) return undefined
      // Shifts begin on the minute. Further ahead routing looks again anyway.
      const minutes = [1, 2, 3, 4].map((n) => (Math.floor(now / minuteMs) + n) * minuteMs)
      const opening = minutes.find((at) => waiting.some((expert) => verdictAt(expert, at) === undefined))
      return opening === undefined ? undefined : opening - now
    },
    nearest(need, except) {
      const room = ({ capacity, load }: RoutingExpert) => capacity - load
      const present = members.filter(
        (expert) =>
          !except.includes(expert.expertId) &&
          neverTakes(expert, need) === undefined &&
          hindranceOf(expert, { ...need, units: 0 }, now) === undefined,
      )
      return present.sort((a, b) => room(b) - room(a) || (a.expertId < b.expertId ? -1 : 1))[0]?.expertId
    },
    keepsHours: members.some((expert) => expert.workingHours !== null),
    load: new Map(members.map((expert) => [expert.expertId, expert.load / Math.max(1, expert.capacity)])),
    capacity: new Map(members.map((expert) => [expert.expertId, expert.capacity])),
  }
}

/** `make`, once for each need. */
function remembered<T>(make: (need: Need) => T): (need: Need) => T {
  const made = new Map<string, T>()
  return (need) => {
    const key = keyOf(need)
    let known = made.get(key)
    if (known === undefined) {
      known = make(need)
      made.set(key, known)
    }
    return known
  }
}

/** Questions of the same key need the same of an expert; most of a company's need the same. */
function keyOf({ language = '', units, requirement, categoryId }: Need): string {
  const place = requirement?.companyCategory ? categoryId : ''
  return `${language}|${units}|${requirement ? JSON.stringify(requirement) : ''}|${place}`
}
