/** Requests that this process may have open, and how many of them one company may have. */
export type SlotLimits = { all: number; ofCompany: number }

export type Slots = {
  /** Resolves when the company may send one more request. */
  take(companyId: string): Promise<void>
  /** Ends a request of the company. */
  give(companyId: string): void
  readonly taken: number
}

/** Builds the slots of a process. Companies that wait get the next free slot in turn, however many requests each of them has. */
export function buildSlots({ all, ofCompany }: SlotLimits): Slots {
  const used = new Map<string, number>()
  /** The first company is the next one. */
  const waiting = new Map<string, (() => void)[]>()
  let taken = 0

  const usedBy = (companyId: string) => used.get(companyId) ?? 0
  const count = (companyId: string, change: 1 | -1) => {
    taken += change
    const left = usedBy(companyId) + change
    if (left > 0) used.set(companyId, left)
    else used.delete(companyId)
  }
  function admit(): void {
    for (const [companyId, queue] of waiting) {
      if (taken >= all) return
      if (usedBy(companyId) >= ofCompany) continue
      waiting.delete(companyId)
      const [next, ...rest] = queue
      if (rest.length > 0) waiting.set(companyId, rest)
      count(companyId, 1)
      next?.()
    }
  }

  return {
    take(companyId) {
      return new Promise((resolve) => {
        waiting.set(companyId, [...(waiting.get(companyId) ?? []), resolve])
        admit()
      })
    },
    give(companyId) {
      count(companyId, -1)
      admit()
    },
    get taken() {
      return taken
    },
  }
}
