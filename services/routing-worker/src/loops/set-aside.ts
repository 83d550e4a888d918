/** What failed by itself is left alone for so long, so that it neither stops its neighbours nor keeps a loop busy. */
const setAsideMs = 15_000

/** Ids to leave alone for a while. */
export class SetAside {
  readonly #until = new Map<string, number>()

  add(id: string): void {
    this.#until.set(id, performance.now() + setAsideMs)
  }

  ids(): string[] {
    for (const [id, until] of this.#until) if (until <= performance.now()) this.#until.delete(id)
    return [...this.#until.keys()]
  }
}
