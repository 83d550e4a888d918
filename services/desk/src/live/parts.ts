import type { Page } from '@askline/client'

type Part<Row> = { rows: readonly Row[]; next: string | null }

/** Rows from the end at which the next part is fetched. */
const nearEnd = 40

/**
 * A long list that is fetched part by part as its reader comes to it. `look` fetches what may have changed for the reader: the
 * first part, the last one and those in sight. Other parts are fetched again when they come into sight.
 */
export function openParts<Row extends { uuid: string }>(fetchPage: (cursor: string | undefined) => Promise<Page<Row>>) {
  let parts: readonly Part<Row>[] = []
  let sight = { from: 0, to: 0 }
  let turn: Promise<void> = Promise.resolve()

  /** One after the other, because each part begins where the one before it ends. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }
  const rowsBefore = (at: number) => parts.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0)
  const partAt = (row: number) => parts.findIndex((_, at) => row < rowsBefore(at + 1))
  const hasMore = () => typeof parts.at(-1)?.next === 'string'
  const wantsMore = () => hasMore() && sight.to >= rowsBefore(parts.length) - nearEnd

  async function fetchPart(at: number) {
    const { items, nextCursor } = await fetchPage(parts[at - 1]?.next ?? undefined)
    const after = nextCursor === null ? [] : parts.slice(at + 1)
    parts = [...parts.slice(0, at), { rows: items, next: nextCursor }, ...after]
  }

  return {
    /** The rows so far. One that moved from a part to another is listed once. */
    rows: (): Row[] => [...new Map(parts.flatMap(({ rows }) => rows.map((row) => [row.uuid, row] as const))).values()],
    hasMore,
    wantsMore,
    look: () =>
      inTurn(async () => {
        const inSight = [partAt(sight.from), partAt(sight.to)].filter((at) => at > 0)
        const wanted = new Set([0, ...inSight, Math.max(0, parts.length - 1)].sort((a, b) => a - b))
        for (const at of wanted) if (at === 0 || at < parts.length) await fetchPart(at)
      }),
    /** Fetches the next part that has rows, if the reader is near the end. */
    grow: () =>
      inTurn(async () => {
        while (wantsMore()) {
          await fetchPart(parts.length)
          if (parts.at(-1)?.rows.length !== 0) return
        }
      }),
    /** Remembers the rows in sight. Returns whether other parts are in sight than before. */
    see(from: number, to: number): boolean {
      const before = [partAt(sight.from), partAt(sight.to)]
      sight = { from, to }
      return partAt(from) !== before[0] || partAt(to) !== before[1]
    },
  }
}
