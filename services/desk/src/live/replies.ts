import type { Client, SavedReply } from '@askline/client'
import { type Cell, createCell } from './cell.ts'
import type { Loaded } from './loaded.ts'

/** The saved replies that the person may use, by title: fetched when first shown and after each change. */
export function openReplies(client: Client) {
  const inner = createCell<Loaded<readonly SavedReply[]>>({})
  const look = async () => {
    try {
      const found: SavedReply[] = []
      for await (const reply of client.replies.list({ limit: 100 })) found.push(reply)
      inner.set({ value: found.sort((a, b) => a.title.localeCompare(b.title)) })
    } catch (error) {
      inner.set({ ...inner.get(), error: error as Error })
    }
  }
  const all: Cell<Loaded<readonly SavedReply[]>> = {
    ...inner,
    subscribe(listener) {
      if (inner.get().value === undefined) void look()
      return inner.subscribe(listener)
    },
  }
  return { all, look }
}
