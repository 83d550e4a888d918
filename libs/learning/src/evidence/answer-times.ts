import { type AboutToBeOffered, type AnswerEstimate, type AnswerTime, estimateAnswer } from './estimate-answer.ts'
import type { AnswerTimeRow } from './settled-questions.ts'

/** Settled questions from which answer times are estimated, newest first: about 100 KB per company. */
export const mostAnswerTimes = 1_000

const hourMs = 3_600_000

/** How long experts of one company recently took to give a first answer, including questions that got none. */
export class AnswerTimes {
  // In order of settling. A question that changes again is replaced.
  readonly #times = new Map<string, AnswerTime>()
  // Every row repeats category and class names, so one copy of each is kept.
  readonly #names = new Map<string, string>()
  #estimates = new Map<string, AnswerEstimate | null>()

  /** Whether no settled question is known. */
  get isEmpty(): boolean {
    return this.#times.size === 0
  }

  add({ questionId, categoryId, predictedClass, offeredAt, available, answeredInMs, endedInMs }: AnswerTimeRow): void {
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

  /** See `estimateAnswer`. `now` is company time in ms since 1970. Repeated estimates are cached. */
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
