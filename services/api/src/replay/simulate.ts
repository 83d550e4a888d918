import { type CategorySettings, categoryDefaults } from '@askline/contracts'
import type { Behaviour } from './behaviour.ts'

/** A recorded question as a replay asks it again. Times in ms since 1970. */
export type ReplayedQuestion = {
  questionId: string
  askedAt: number
  settings: CategorySettings
  /** Everyone available, with the score before load and the score under the present policy. `isNew`: with a short record. */
  candidates: { expertId: string; score: number; fit: number; isNew?: boolean }[]
}

export type Outcome = {
  /** ms to the first answer of each answered question, ascending. */
  answeredIn: number[]
  rerouted: number
  questions: number
  /** Claimed questions per expert. */
  taken: Map<string, number>
}

type Live = { question: ReplayedQuestion; wave: number; asked: Set<string>; open: Set<string>; isDone: boolean }
type Happening = { at: number; order: number; run: () => void }

const minutesPerPriority = 10

/**
 * Simulates the questions under their settings: waves, offers that are accepted or lapse, capacity, backlog and escalation. An
 * expert's reaction depends only on the seed, the question and the expert. So two policies with the same seed meet the same
 * experts. `capacity` maps each expert to the units they can hold.
 */
export function simulate(
  questions: readonly ReplayedQuestion[],
  behaviour: Behaviour,
  capacity: ReadonlyMap<string, number>,
  seed: number,
): Outcome {
  const agenda: Happening[] = []
  let order = 0
  const at = (time: number, run: () => void) => push(agenda, { at: time, order: order++, run })
  const load = new Map<string, number>()
  const loadOf = (expertId: string) => load.get(expertId) ?? 0
  const share = (expertId: string) => loadOf(expertId) / Math.max(1, capacity.get(expertId) ?? 1)
  const hasRoom = (expertId: string) => loadOf(expertId) < (capacity.get(expertId) ?? 1)
  const backlog = new Set<Live>()
  const outcome: Outcome = { answeredIn: [], rerouted: 0, questions: questions.length, taken: new Map() }

  function route(live: Live, now: number): void {
    if (live.isDone) return
    const { question } = live
    const { settings } = question
    const eligible = question.candidates.filter(({ expertId }) => hasRoom(expertId) && !live.open.has(expertId))
    const fresh = eligible.filter(({ expertId }) => !live.asked.has(expertId))
    const size = (settings.waveSizes ?? categoryDefaults.waveSizes)[live.wave] ?? Number.POSITIVE_INFINITY
    // The last wave goes to everyone eligible, earlier waves included, and stays open.
    const isLast = fresh.length <= size
    const free = isLast ? eligible : fresh
    if (free.length === 0) {
      backlog.add(live)
      return
    }
    backlog.delete(live)
    const weight = settings.weights?.load ?? 1
    const ranked = free
      .map((one) => ({ ...one, now: one.score - weight * Math.min(2, share(one.expertId)) }))
      .sort((a, b) => b.now - a.now || (a.expertId < b.expertId ? -1 : 1))
    const asked = isLast ? ranked : withNewcomer(ranked, size, live)
    const offerMs = settings.offerMs ?? categoryDefaults.offerMs
    for (const { expertId, fit } of asked) {
      live.asked.add(expertId)
      if (isLast) live.open.add(expertId)
      const chance = (use: string) => random(seed, question.questionId, expertId, use)
      if (chance('take') >= behaviour.takes(expertId, fit)) continue
      const delay = behaviour.takesAfterMs(expertId, chance('delay'))
      if (isLast || delay <= offerMs) at(now + delay, () => take(live, expertId, now + delay))
    }
    live.wave++
    if (!isLast) at(now + offerMs, () => route(live, now + offerMs))
    else backlog.add(live)
  }

  /** Returns the best candidates. In a share of the waves the last place goes to an expert with a short record. */
  function withNewcomer<T extends ReplayedQuestion['candidates'][number]>(
    ranked: T[],
    size: number,
    { question: { questionId, settings }, wave }: Live,
  ): T[] {
    const best = ranked.slice(0, size)
    const draw = (...words: string[]) => random(seed, questionId, `${wave}`, ...words)
    const isTried = size > 1 && draw('try') < (settings.exploration ?? categoryDefaults.exploration)
    if (!isTried || best.some(({ isNew }) => isNew)) return best
    const lots = ranked.filter(({ isNew }) => isNew).map((one) => ({ one, lot: draw('newcomer', one.expertId) }))
    const [drawn] = lots.sort((a, b) => a.lot - b.lot)
    return drawn ? [...best.slice(0, -1), drawn.one] : best
  }

  function take(live: Live, expertId: string, now: number): void {
    if (live.isDone) return
    if (!hasRoom(expertId)) {
      // The expert has no capacity left, so the question waits.
      live.asked.delete(expertId)
      live.open.delete(expertId)
      backlog.add(live)
      return
    }
    live.isDone = true
    backlog.delete(live)
    load.set(expertId, loadOf(expertId) + 1)
    outcome.taken.set(expertId, (outcome.taken.get(expertId) ?? 0) + 1)
    const draw = (use: string) => random(seed, live.question.questionId, expertId, use)
    outcome.answeredIn.push(now + behaviour.answersAfterMs(draw('answer')) - live.question.askedAt)
    const freeAt = now + behaviour.freeAfterMs(draw('free'))
    at(freeAt, () => {
      load.set(expertId, loadOf(expertId) - 1)
      const age = ({ question }: Live) =>
        question.askedAt - (question.settings.priority ?? 0) * minutesPerPriority * 60_000
      for (const waiting of [...backlog].sort((a, b) => age(a) - age(b))) route(waiting, freeAt)
    })
  }

  for (const question of questions) {
    const live: Live = { question, wave: 0, asked: new Set(), open: new Set(), isDone: false }
    at(question.askedAt, () => route(live, question.askedAt))
    at(question.askedAt + (question.settings.escalationMs ?? categoryDefaults.escalationMs), () => {
      if (live.isDone) return
      live.isDone = true
      backlog.delete(live)
      outcome.rerouted++
    })
  }
  for (let next = pop(agenda); next; next = pop(agenda)) next.run()
  outcome.answeredIn.sort((a, b) => a - b)
  return outcome
}

/** Returns a number from 0 to 1 that depends only on the words. */
function random(seed: number, ...words: string[]): number {
  let hash = 2_166_136_261 ^ seed
  for (const word of words)
    for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507)
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296
}

const isBefore = (a: Happening, b: Happening) => a.at < b.at || (a.at === b.at && a.order < b.order)

function push(heap: Happening[], one: Happening): void {
  let i = heap.push(one) - 1
  while (i > 0) {
    const parent = (i - 1) >> 1
    if (!isBefore(one, heap[parent]!)) break
    heap[i] = heap[parent]!
    i = parent
  }
  heap[i] = one
}

function pop(heap: Happening[]): Happening | undefined {
  const first = heap[0]
  const last = heap.pop()
  if (first === undefined || last === undefined || heap.length === 0) return first
  let i = 0
  for (;;) {
    let child = 2 * i + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
    if (!isBefore(heap[child]!, last)) break
    heap[i] = heap[child]!
    i = child
  }
  heap[i] = last
  return first
}

/** Returns the Gini coefficient of claims: 0 if all experts took equally many, towards 1 if one took all. */
export function giniOf(taken: ReadonlyMap<string, number>, experts: Iterable<string>): number {
  const counts = [...experts].map((id) => taken.get(id) ?? 0).sort((a, b) => a - b)
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return 0
  const weighted = counts.reduce((sum, count, i) => sum + (2 * (i + 1) - counts.length - 1) * count, 0)
  return weighted / (counts.length * total)
}
