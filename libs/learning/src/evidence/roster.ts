import type { WorkingHours } from '@askline/db'
import { languageOfTag } from '@askline/domain/people/language-tag'
import { isWorking } from '@askline/domain/people/working-hours'
import { type Hindrance, hindranceOf, type Need, neverTakes } from '@askline/domain/routing/hindrance'
import type { RoutingExpert } from '@askline/domain/routing/routing-experts'
import type { EventLoopYield } from '@askline/runtime'
import { Situation } from './situation.ts'

const minuteMs = 60_000
/**
 * Needs whose lists are cached, least recently used evicted first. Fewer if the lists are long: two million entries in all. An LRU
 * library has a fixed limit, and this one depends on the number of experts.
 */
const mostNeeds = 500
const leastNeeds = 16
const mostNames = 2_000_000

/** Experts who could ever take a question of one need, those who could take it now, and why each of the others cannot. */
type Lists = { able?: Set<string>; free?: Set<string>; situation?: Situation }
export type ListName = keyof Lists

/** Cached lists of one need, each built when first requested. */
type Standing = Lists & {
  need: Need
  /** Shifts that began or ended since. */
  turned: Set<Shift>
  /** Lists that are being built in slices. They follow changes as well. */
  growing: Growing | undefined
}
type Growing = { lists: Lists; done: Promise<void> }

/** Active experts with the same working hours, who become available together. */
type Shift = { hours: WorkingHours; isWorking: boolean; expertIds: Set<string> }

/**
 * The active experts of a company: who could take which question, and who has capacity now. Lists are built on first use and
 * updated expert by expert. With 100,000 experts, building one takes as long as routing a dozen questions.
 */
export class Roster {
  readonly #experts = new Map<string, RoutingExpert>()
  readonly #active = new Set<string>()
  readonly #speakers = new Map<string, number>()
  readonly #load = new Map<string, number>()
  readonly #capacity = new Map<string, number>()
  readonly #shifts = new Map<string, Shift>()
  readonly #shiftOf = new Map<string, Shift>()
  readonly #standings = new Map<string, Standing>()
  #spoken: ReadonlySet<string> | undefined
  #now: number
  #version = 0

  /** `now`: company time in ms since 1970. */
  constructor(experts: Iterable<RoutingExpert> = [], now = 0) {
    this.#now = now
    for (const expert of experts) this.update(expert)
  }

  /** Changes whenever a list may have changed. */
  get version(): number {
    return this.#version
  }
  get active(): ReadonlySet<string> {
    return this.#active
  }
  /** Every language that an active expert speaks. */
  get spoken(): ReadonlySet<string> {
    this.#spoken ??= new Set(this.#speakers.keys())
    return this.#spoken
  }
  /** Used share of each active expert's capacity: 0 is free, 1 is full. */
  get load(): ReadonlyMap<string, number> {
    return this.#load
  }
  /** Capacity of each active expert, in units. */
  get capacity(): ReadonlyMap<string, number> {
    return this.#capacity
  }

  /** Returns the units that an expert holds; 0 for an unknown expert. */
  unitsOf(expertId: string): number {
    return this.#experts.get(expertId)?.load ?? 0
  }

  /** Adds or updates an expert. */
  update(expert: RoutingExpert): void {
    const { expertId } = expert
    this.#version++
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
    if (workingHours !== null) this.#enterShift(expertId, workingHours)
    for (const language of namesOf(languages)) this.#countSpeaker(language, 1)
  }

  #leave({ expertId, languages }: RoutingExpert): void {
    for (const kept of [this.#active, this.#load, this.#capacity]) kept.delete(expertId)
    this.#leaveShift(expertId)
    for (const language of namesOf(languages)) this.#countSpeaker(language, -1)
  }

  #enterShift(expertId: string, hours: WorkingHours): void {
    const key = JSON.stringify(hours)
    const shift = this.#shifts.get(key) ?? { hours, isWorking: isWorking(hours, this.#now), expertIds: new Set() }
    this.#shifts.set(key, shift)
    this.#shiftOf.set(expertId, shift)
    shift.expertIds.add(expertId)
  }

  #leaveShift(expertId: string): void {
    const shift = this.#shiftOf.get(expertId)
    this.#shiftOf.delete(expertId)
    shift?.expertIds.delete(expertId)
    if (shift?.expertIds.size === 0) this.#shifts.delete(JSON.stringify(shift.hours))
  }

  #countSpeaker(language: string, by: number): void {
    const before = this.#speakers.get(language) ?? 0
    if (before + by === 0) this.#speakers.delete(language)
    else this.#speakers.set(language, before + by)
    if (before === 0 || before + by === 0) this.#spoken = undefined
  }

  /** Sets the time. Shifts begin and end on the minute. */
  setTime(now: number): void {
    const isSameMinute = Math.floor(now / minuteMs) === Math.floor(this.#now / minuteMs)
    this.#now = now
    if (isSameMinute) return
    for (const shift of this.#shifts.values()) {
      const isAtWork = isWorking(shift.hours, now)
      if (isAtWork === shift.isWorking) continue
      shift.isWorking = isAtWork
      this.#version++
      // Marked only, because updating each list for 100,000 experts takes a quarter of a second.
      for (const { turned } of this.#standings.values()) turned.add(shift)
    }
  }

  #membersOf({ expertIds }: Shift): RoutingExpert[] {
    return [...expertIds].flatMap((expertId) => this.#experts.get(expertId) ?? [])
  }

  #place(standing: Standing, expert: RoutingExpert): void {
    const { need, growing } = standing
    this.#placeIn(standing, need, expert)
    if (growing) this.#placeIn(growing.lists, need, expert)
  }

  #placeIn(lists: Lists, need: Need, expert: RoutingExpert): void {
    if (lists.able) put(lists.able, expert.expertId, neverTakes(expert, need) === undefined)
    this.#placeNow(lists, need, expert)
  }

  #placeNow({ free, situation }: Lists, need: Need, expert: RoutingExpert): void {
    if (!free && !situation) return
    const hindrance = this.#hindranceOf(expert, need)
    if (free) put(free, expert.expertId, hindrance === undefined)
    situation?.update(expert.expertId, hindrance)
  }

  #hindranceOf(expert: RoutingExpert, need: Need): Hindrance | undefined {
    return hindranceOf(expert, need, this.#shiftOf.get(expert.expertId)?.isWorking ?? true)
  }

  /** Returns the active experts who could ever take it: they speak the language, meet the requirement and have enough capacity. */
  able(need: Need): ReadonlySet<string> {
    const standing = this.#standing(need)
    standing.able ??= this.#list((expert) => neverTakes(expert, need) === undefined)
    return standing.able
  }

  /** Returns the experts who could take it now. */
  free(need: Need): ReadonlySet<string> {
    const standing = this.#standing(need)
    standing.free ??= this.#list((expert) => this.#hindranceOf(expert, need) === undefined)
    return standing.free
  }

  /** Returns why each expert, including inactive ones, cannot be offered it now. */
  situation(need: Need): Situation {
    const standing = this.#standing(need)
    if (!standing.situation) {
      standing.situation = new Situation()
      for (const expert of this.#experts.values())
        standing.situation.update(expert.expertId, this.#hindranceOf(expert, need))
    }
    return standing.situation
  }

  /**
   * Builds those of the named lists of a need that are missing, and yields to the event loop meanwhile. Without it the first
   * question of a need blocks until they are built: about 50 ms with ten thousand experts. Returns `undefined` if none is missing.
   */
  prepare(need: Need, names: readonly ListName[], yieldToEventLoop: EventLoopYield): Promise<void> | undefined {
    const standing = this.#standing(need)
    const missing = names.filter((name) => !standing[name])
    if (missing.length === 0) return undefined
    standing.growing ??= this.#grow(standing, missing, yieldToEventLoop)
    // Another caller may have begun with other lists.
    return standing.growing.done.then(() => this.prepare(need, names, yieldToEventLoop))
  }

  #grow(standing: Standing, names: readonly ListName[], yieldToEventLoop: EventLoopYield): Growing {
    const lists = emptyLists(names)
    return { lists, done: this.#fill(standing, lists, yieldToEventLoop) }
  }

  async #fill(standing: Standing, lists: Lists, yieldToEventLoop: EventLoopYield): Promise<void> {
    // Even a short list is finished after `growing` is set.
    await undefined
    // Experts who come meanwhile are at the end of the map, and changes are placed like those of finished lists.
    try {
      for (const expert of this.#experts.values()) {
        this.#placeIn(lists, standing.need, expert)
        const pause = yieldToEventLoop()
        if (pause) await pause
      }
      // Another caller may have built some of them at once.
      const { able = lists.able, free = lists.free, situation = lists.situation } = standing
      Object.assign(standing, able && { able }, free && { free }, situation && { situation })
    } finally {
      standing.growing = undefined
    }
  }

  #list(takes: (expert: RoutingExpert) => boolean): Set<string> {
    const ids = new Set<string>()
    for (const expert of this.#experts.values()) if (takes(expert)) ids.add(expert.expertId)
    return ids
  }

  #standing(need: Need): Standing {
    const key = keyOf(need)
    const standing = this.#standings.get(key) ?? { need, turned: new Set(), growing: undefined }
    this.#standings.delete(key)
    this.#standings.set(key, standing)
    const most = Math.max(leastNeeds, Math.min(mostNeeds, mostNames / this.#experts.size))
    for (const [oldest, { growing }] of this.#standings) {
      if (this.#standings.size <= most) break
      // Otherwise two needs that take turns would build their lists again and again.
      if (!growing) this.#standings.delete(oldest)
    }
    const { growing } = standing
    for (const shift of standing.turned)
      for (const expert of this.#membersOf(shift)) {
        this.#placeNow(standing, need, expert)
        if (growing) this.#placeNow(growing.lists, need, expert)
      }
    standing.turned.clear()
    return standing
  }

  /** Returns the ms until the next shift of an able expert begins, or `undefined` if none begins within four minutes. */
  comesInMs(need: Need): number | undefined {
    const away = [...this.#shifts.values()].filter((shift) => !shift.isWorking)
    // Shifts begin on the minute, and routing looks again after four minutes anyway.
    const minutes = [1, 2, 3, 4].map((n) => (Math.floor(this.#now / minuteMs) + n) * minuteMs)
    const opening = minutes.find((at) =>
      away
        .filter(({ hours }) => isWorking(hours, at))
        .some((shift) => this.#membersOf(shift).some((expert) => hindranceOf(expert, need, true) === undefined)),
    )
    return opening === undefined ? undefined : opening - this.#now
  }

  /** Returns the able expert with the most free capacity, even if not enough is free yet, or `undefined` without an able expert. */
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

const emptyLists = (names: readonly ListName[]): Lists => ({
  ...(names.includes('able') ? { able: new Set() } : {}),
  ...(names.includes('free') ? { free: new Set() } : {}),
  ...(names.includes('situation') ? { situation: new Situation() } : {}),
})

const namesOf = (languages: readonly string[]) => new Set(languages.map((tag) => languageOfTag(tag) ?? tag))

function put(ids: Set<string>, id: string, isIn: boolean): void {
  if (isIn) ids.add(id)
  else ids.delete(id)
}

/** Questions with the same key have the same need. Most questions of a company share one. */
function keyOf({ language = '', units, requirement, categoryId }: Need): string {
  const place = requirement?.companyCategory ? categoryId : ''
  return `${language}|${units}|${requirement ? JSON.stringify(requirement) : ''}|${place}`
}
