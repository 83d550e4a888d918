import { hindranceOf, languageOfTag, type Need, neverTakes, type RoutingExpert } from '@askline/domain'
import { Situation } from './situation.ts'

const minuteMs = 60_000
/** Lists of so many needs are kept, and of fewer where each is long: two million names in all. The one used longest ago goes first. */
const mostNeeds = 500
const leastNeeds = 16
const mostNames = 2_000_000

/** What is remembered of one need, each part from when it was first asked for. */
type Standing = { need: Need; able?: Set<string>; free?: Set<string>; situation?: Situation }

/**
 * A company's active experts as routing looks at them: who could take what, and who has room now. Lists are made when first asked
 * for, and kept up to date expert by expert: where there are 100,000, making one takes as long as routing a dozen questions.
 */
export class Roster {
  readonly #experts = new Map<string, RoutingExpert>()
  readonly #active = new Set<string>()
  readonly #speakers = new Map<string, number>()
  readonly #load = new Map<string, number>()
  readonly #capacity = new Map<string, number>()
  readonly #withHours = new Set<string>()
  readonly #standings = new Map<string, Standing>()
  #spoken: ReadonlySet<string> | undefined
  #now: number

  /** `now`: ms since 1970 in the company's time. */
  constructor(experts: Iterable<RoutingExpert> = [], now = 0) {
    this.#now = now
    for (const expert of experts) this.update(expert)
  }

  get active(): ReadonlySet<string> {
    return this.#active
  }
  /** Every language some active expert speaks. */
  get spoken(): ReadonlySet<string> {
    this.#spoken ??= new Set(this.#speakers.keys())
    return this.#spoken
  }
  /** Share of an active expert's capacity in use: 0 is free, 1 is full. */
  get load(): ReadonlyMap<string, number> {
    return this.#load
  }
  /** How many units an active expert can hold. */
  get capacity(): ReadonlyMap<string, number> {
    return this.#capacity
  }

  /** Units that an expert holds; 0 where nobody is called so. */
  unitsOf(expertId: string): number {
    return this.#experts.get(expertId)?.load ?? 0
  }

  /** Takes in a new expert, or what changed of one. */
  update(expert: RoutingExpert): void {
    const { expertId } = expert
    const before = this.#experts.get(expertId)
    this.#experts.set(expertId, expert)
    if (before?.isActive) this.#leave(before)
    if (expert.isActive) this.#enter(expert)
    for (const standing of this.#standings.values()) this.#place(standing, expert)
  }

  #enter({ expertId, languages, load, capacity, workingHours }: RoutingExpert): void {
    this.#active.add(expertId)
    this.#load.set(expertId, load / Math.max(1, capacity))
    this.#capacity.set(expertId, capacity)
    if (workingHours !== null) this.#withHours.add(expertId)
    for (const language of namesOf(languages)) this.#countSpeaker(language, 1)
  }

  #leave({ expertId, languages }: RoutingExpert): void {
    for (const kept of [this.#active, this.#load, this.#capacity, this.#withHours]) kept.delete(expertId)
    for (const language of namesOf(languages)) this.#countSpeaker(language, -1)
  }

  #countSpeaker(language: string, by: number): void {
    const before = this.#speakers.get(language) ?? 0
    if (before + by === 0) this.#speakers.delete(language)
    else this.#speakers.set(language, before + by)
    if (before === 0 || before + by === 0) this.#spoken = undefined
  }

  /** Whoever has working hours comes and goes on the minute. */
  keepTime(now: number): void {
    const isSameMinute = Math.floor(now / minuteMs) === Math.floor(this.#now / minuteMs)
    this.#now = now
    if (isSameMinute) return
    for (const expert of this.#shifts()) for (const standing of this.#standings.values()) this.#place(standing, expert)
  }

  #shifts(): RoutingExpert[] {
    return [...this.#withHours].flatMap((expertId) => this.#experts.get(expertId) ?? [])
  }

  #place({ need, able, free, situation }: Standing, expert: RoutingExpert): void {
    if (able) put(able, expert.expertId, neverTakes(expert, need) === undefined)
    if (!free && !situation) return
    const hindrance = hindranceOf(expert, need, this.#now)
    if (free) put(free, expert.expertId, hindrance === undefined)
    situation?.update(expert.expertId, hindrance)
  }

  /** Active experts who could take it at some time: they speak the language, meet the requirement, and their desk is large enough. */
  able(need: Need): ReadonlySet<string> {
    const standing = this.#standing(need)
    standing.able ??= this.#list((expert) => neverTakes(expert, need) === undefined)
    return standing.able
  }

  /** Those who could take it now. */
  free(need: Need): ReadonlySet<string> {
    const standing = this.#standing(need)
    standing.free ??= this.#list((expert) => hindranceOf(expert, need, this.#now) === undefined)
    return standing.free
  }

  /** What keeps each expert, inactive ones too, from being offered it now. */
  situation(need: Need): Situation {
    const standing = this.#standing(need)
    if (!standing.situation) {
      standing.situation = new Situation()
      for (const expert of this.#experts.values())
        standing.situation.update(expert.expertId, hindranceOf(expert, need, this.#now))
    }
    return standing.situation
  }

  #list(takes: (expert: RoutingExpert) => boolean): Set<string> {
    const ids = new Set<string>()
    for (const expert of this.#experts.values()) if (takes(expert)) ids.add(expert.expertId)
    return ids
  }

  #standing(need: Need): Standing {
    const key = keyOf(need)
    const standing = this.#standings.get(key) ?? { need }
    this.#standings.delete(key)
    this.#standings.set(key, standing)
    const most = Math.max(leastNeeds, Math.min(mostNeeds, mostNames / this.#experts.size))
    for (const oldest of this.#standings.keys()) {
      if (this.#standings.size <= most) break
      this.#standings.delete(oldest)
    }
    return standing
  }

  /** ms until the first of those who are only outside their working hours comes to work; undefined: not within four minutes. */
  comesInMs(need: Need): number | undefined {
    const verdictAt = (expert: RoutingExpert, at: number) => hindranceOf(expert, need, at)?.verdict
    const waiting = this.#shifts().filter((expert) => verdictAt(expert, this.#now) === 'outside_hours')
    if (waiting.length === 0) return undefined
    // Shifts begin on the minute. Further ahead routing looks again anyway.
    const minutes = [1, 2, 3, 4].map((n) => (Math.floor(this.#now / minuteMs) + n) * minuteMs)
    const opening = minutes.find((at) => waiting.some((expert) => verdictAt(expert, at) === undefined))
    return opening === undefined ? undefined : opening - this.#now
  }

  /** Of those who would have to finish something first, or could begin at once, the one with the most room; undefined: nobody. */
  nearest(need: Need, except: readonly string[]): string | undefined {
    const room = ({ capacity, load }: RoutingExpert) => capacity - load
    let nearest: RoutingExpert | undefined
    for (const expertId of this.free({ ...need, units: 0 })) {
      const expert = this.#experts.get(expertId)
      if (!expert || except.includes(expertId) || neverTakes(expert, need) !== undefined) continue
      const ahead = nearest ? room(expert) - room(nearest) : 1
      if (ahead > 0 || (ahead === 0 && nearest && expertId < nearest.expertId)) nearest = expert
    }
    return nearest?.expertId
  }
}

const namesOf = (languages: readonly string[]) => new Set(languages.map((tag) => languageOfTag(tag) ?? tag))

function put(ids: Set<string>, id: string, isIn: boolean): void {
  if (isIn) ids.add(id)
  else ids.delete(id)
}

/** Questions of the same key need the same of an expert; most of a company's need the same. */
function keyOf({ language = '', units, requirement, categoryId }: Need): string {
  const place = requirement?.companyCategory ? categoryId : ''
  return `${language}|${units}|${requirement ? JSON.stringify(requirement) : ''}|${place}`
}
