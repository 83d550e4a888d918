import { type Client, InvalidError, type Question, type Watch } from '@askline/client'
import { type Cell, createCell } from './cell.ts'
import type { Loaded } from './loaded.ts'

/** ms after the last sign of a person who writes. They give one every four seconds. */
const composingMs = 6_000

/** Watches questions while components look at them; the last known state stays for the next look. */
export function openQuestions(client: Client) {
  const writers = new Map<string, Cell<string | undefined>>()
  const cells = new Map<string, Cell<Loaded<Question>>>()

  function watch(uuid: string): Cell<Loaded<Question>> {
    const known = cells.get(uuid)
    if (known) return known
    const cell = createCell<Loaded<Question>>({})
    let watch: Watch | undefined
    let looking = 0
    let quiet: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      // A person who looks again may see the question again.
      const { value, error } = cell.get()
      if (error) cell.set(value ? { value } : {})
      watch = client.questions.watch(uuid, (value) => cell.set({ value }), {
        onComposing: (name) => {
          const writer = composing(uuid)
          writer.set(name)
          clearTimeout(quiet)
          quiet = setTimeout(() => writer.set(undefined), composingMs)
        },
        onError: (error) => {
          // 400: the address names no question, now or later.
          if (error instanceof InvalidError) watch?.close()
          const { value } = cell.get()
          // The shown value stays while the watch continues. Without a value, the error is shown.
          if (watch?.via === 'nothing' || !value) cell.set({ ...(value ? { value } : {}), error: error as Error })
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

  function composing(uuid: string): Cell<string | undefined> {
    const writer = writers.get(uuid) ?? createCell<string | undefined>(undefined)
    writers.set(uuid, writer)
    return writer
  }

  return {
    composing,
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
