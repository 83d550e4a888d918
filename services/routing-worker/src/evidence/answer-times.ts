import type { AnswerTimeRow } from '@askline/domain'
import { type AboutToBeOffered, type AnswerEstimate, type AnswerTime, estimateAnswer } from './estimate-answer.ts'

/** So many of the newest settled questions tell how long an answer takes now: some 100 KB for a company. */
export const mostAnswerTimes = 1_000

const hourMs = 3_600_000

/** How long experts of one company took lately to give a first answer, or were waited for in vain. */
export class AnswerTimes {
  // In the order in which they were settled. A question that changes again is not heard twice.
  readonly #times = new Map<string, AnswerTime>()
  // Names come back with every row: one copy of each is kept.
  readonly #names = new Map<string, string>()
  #estimates = new Map<string, AnswerEstimate | null>()

  /** No question has told anything yet. */
  get isEmpty(): boolean {
    return this.#times.size === 0
  }

  heard({
    questionId,
    categoryId,
    predictedClass,
    offeredAt,
    available,
    answeredInMs,
    endedInMs,
  }: AnswerTimeRow): void {
    const ms = answeredInMs ?? endedInMs
    this.#times.set(questionId, {
      categoryId: this.#same(categoryId),
      predictedClass: predictedClass === null ? null : this.#same(predictedClass),
      hour: hourOf(offeredAt.getTime()),
      available,
      ms: ms === null ? Number.POSITIVE_INFINITY : Math.max(0, ms),
      isCutShort: answeredInMs === null && endedInMs !== null,
    })
    for (const oldest of this.#times.keys()) {
      if (this.#times.size <= mostAnswerTimes) break
      this.#times.delete(oldest)
    }
    this.#estimates.clear()
  }

  /** See `estimateAnswer`. `now`: ms since 1970, in the company's time. The same question again costs nothing. */
  estimate(about: Omit<AboutToBeOffered, 'hour'>, now: number): AnswerEstimate | undefined {
    const whole = { ...about, hour: hourOf(now) }
    const key = `${whole.hour} ${whole.available} ${whole.share} ${whole.categoryId} ${whole.predictedClass}`
    let known = this.#estimates.get(key)
    if (known === undefined) {
      known = estimateAnswer(this.#times.values(), whole) ?? null
      if (this.#estimates.size >= mostAnswerTimes) this.#estimates.clear()
      this.#estimates.set(key, known)
    }
    return known ?? undefined
  }

  #same(name: string): string {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    if (this.#names.size >= mostAnswerTimes) this.#names.clear()
    this.#names.set(name, name)
    return name
  }
}

const hourOf = (ms: number) => Math.floor(ms / hourMs) % 24
