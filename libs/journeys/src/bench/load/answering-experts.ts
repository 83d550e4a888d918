/**
 * Gives each offered question to an expert who writes no other answer. Without it the first expert to hear of an offer would
 * answer most questions, and the benchmark would measure the lock on that expert's row.
 */
export class AnsweringExperts {
  /** Experts by the question that they were offered and that no one has taken. */
  readonly #offered = new Map<string, Set<string>>()
  readonly #waiting = new Map<string, (expert: string) => void>()
  readonly #busy = new Set<string>()

  /** Records that `expert` was offered the question. */
  offer(question: string, expert: string): void {
    const experts = this.#offered.get(question) ?? new Set()
    this.#offered.set(question, experts.add(expert))
    this.#give(question)
  }

  /** Waits until an offered expert of the question is free, and returns this expert, who is busy from then on. */
  take(question: string): Promise<string> {
    return new Promise((resolve) => {
      this.#waiting.set(question, resolve)
      this.#give(question)
    })
  }

  /** Ends the expert's answer. The expert takes the next question that waits for them. */
  finish(expert: string): void {
    this.#busy.delete(expert)
    for (const question of this.#waiting.keys()) {
      if (this.#busy.has(expert)) return
      if (this.#offered.get(question)?.has(expert)) this.#give(question)
    }
  }

  #give(question: string): void {
    const resolve = this.#waiting.get(question)
    const expert = [...(this.#offered.get(question) ?? [])].find((offered) => !this.#busy.has(offered))
    if (!resolve || expert === undefined) return
    this.#waiting.delete(question)
    this.#offered.delete(question)
    this.#busy.add(expert)
    resolve(expert)
  }
}
