import type { Client, SavedReply } from '@askline/client'
import { collect } from './collect.ts'
import { openLoaded } from './loaded.ts'
import { oncePerClient } from './once-per-client.ts'

/** The saved replies that the person may use, by title: fetched when first shown and after each change. */
export const repliesOf = oncePerClient((client: Client) => {
  const { cell, look } = openLoaded<readonly SavedReply[]>(async () => {
    const found = await collect(client.replies.list({ limit: 100 }))
    return found.sort((a, b) => a.title.localeCompare(b.title))
  })
  return { all: cell, look }
})
