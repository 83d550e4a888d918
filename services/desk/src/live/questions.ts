import type { Client, Question, Watch } from '@askline/client'
import { type Cell, createCell } from './cell.ts'
import type { Loaded } from './loaded.ts'

/** Watches questions while components look at them; the last known state stays for the next look. */
export function openQuestions(client: Client) {
  const cells = new Map<string, Cell<Loaded<Question>>>()

  function watch(uuid: string): Cell<Loaded<Question>> {
    const known = cells.get(uuid)
    if (known) return known
    const cell = createCell<Loaded<Question>>({})
    let watch: Watch | undefined
    let looking = 0
    const begin = () => {
      watch = client.questions.watch(uuid, (value) => cell.set({ value }), {
        onError: (error) => {
          if (watch?.via === 'nothing') cell.set({ ...cell.get(), error: error as Error })
        },
      })
    }
    const watched: Cell<Loaded<Question>> = {
      ...cell,
      subscribe(listener) {
        const stop = cell.subscribe(listener)
        if (looking++ === 0) begin()
        return () => {
          stop()
          if (--looking === 0) {
            watch?.close()
            watch = undefined
          }
        }
      },
    }
    cells.set(uuid, watched)
    return watched
  }

  return {
    watch,
    /** Fetches a question that is being looked at, for example right after a move of one's own. */
    refresh(uuid: string) {
      const cell = cells.get(uuid)
      if (!cell) return
      client.questions.get(uuid).then(
        (value) => {
          const shown = cell.get().value
          if (value && (!shown || value.lastUpdated >= shown.lastUpdated)) cell.set({ value })
        },
        () => undefined, // The watch finds it later.
      )
    },
  }
}
