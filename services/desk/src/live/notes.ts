import type { Client, Note } from '@askline/client'
import { type Cell, createCell } from './cell.ts'
import { collect } from './collect.ts'
import type { Loaded } from './loaded.ts'
import { oncePerClient } from './once-per-client.ts'

/** ms between looks at the notes of the question that is open. A note is no change of the question, so no event announces it. */
const pollMs = 5_000

/** The internal notes of questions, oldest first: fetched while components look at them. */
export const notesOf = oncePerClient((client: Client) => {
  const cells = new Map<string, { cell: Cell<Loaded<readonly Note[]>>; look: () => Promise<void> }>()

  function open(uuid: string) {
    const known = cells.get(uuid)
    if (known) return known
    const inner = createCell<Loaded<readonly Note[]>>({})
    let timer: ReturnType<typeof setTimeout> | undefined
    let looking = 0
    const look = async () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') {
        try {
          const found = await collect(client.notes.list(uuid, { limit: 100 }))
          if (inner.get().value?.length !== found.length) inner.set({ value: found })
        } catch (error) {
          inner.set({ ...inner.get(), error: error as Error })
        }
      }
      clearTimeout(timer)
      if (looking > 0) timer = setTimeout(() => void look(), pollMs)
    }
    const cell: Cell<Loaded<readonly Note[]>> = {
      ...inner,
      subscribe(listener) {
        const stop = inner.subscribe(listener)
        if (looking++ === 0) void look()
        return () => {
          stop()
          if (--looking === 0) clearTimeout(timer)
        }
      },
    }
    const entry = { cell, look }
    cells.set(uuid, entry)
    return entry
  }

  return {
    watch: (uuid: string) => open(uuid).cell,
    /** Adds a note and shows it. Rejects with an AsklineError. */
    async add(uuid: string, text: string): Promise<void> {
      await client.notes.add(uuid, text)
      await open(uuid).look()
    },
  }
})
