import { newUuid } from '@askline/client'

/** The stored queue of one page. */
export type KeptQueue<Item> = {
  /** Calls `onOrphans` with the items of each page that has ended: now, or when a page that is still open ends. */
  takeOver(onOrphans: (items: readonly Item[]) => void): void
  /** Replaces what is stored. Does nothing without storage or after `close`, when another page may own the items. */
  write(items: readonly Item[]): void
  /** Returns the number of items in the queues of all pages. */
  count(): number
  /** Removes the queues of all pages. */
  removeAll(): void
  /** Leaves the queue to another page. */
  close(): void
}

/**
 * Opens a queue of its own for this page, under a name that begins with `prefix`. Each page holds the Web Lock of its queue.
 * When it ends, however it ends, one page that waits for the lock takes the queue over. Where there are no Web Locks (plain
 * HTTP), the next page takes everything.
 */
export function openKeptQueue<Item>(prefix: string, storage: Storage | undefined): KeptQueue<Item> {
  const name = prefix + newUuid()
  const closing = new AbortController()
  const { signal } = closing
  const isClosed = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  void locked(name, signal, () => isClosed)
  const names = () => Object.keys(storage ?? {}).filter((key) => key.startsWith(prefix))
  return {
    count: () => names().reduce((sum, one) => sum + readItems(storage, one).length, 0),
    removeAll() {
      for (const one of names()) storage?.removeItem(one)
    },
    takeOver(onOrphans) {
      for (const other of names().filter((key) => key !== name)) {
        void locked(other, signal, () => {
          const items = readItems<Item>(storage, other)
          if (items.length > 0) onOrphans(items)
          storage?.removeItem(other)
        })
      }
    },
    write(items) {
      if (signal.aborted) return
      try {
        if (items.length === 0) storage?.removeItem(name)
        else storage?.setItem(name, JSON.stringify(items))
      } catch {
        // Without storage the queue lives as long as the page.
      }
    },
    close: () => closing.abort(),
  }
}

async function locked(name: string, signal: AbortSignal, work: () => Promise<void> | void): Promise<void> {
  const locks = ownLocks()
  if (!locks) return work()
  try {
    await locks.request(name, { signal }, work)
  } catch {
    // The page closed before the other one, or the browser refuses locks together with storage.
  }
}

/** The browser's locks, or `undefined` where there are none or reading them throws (blocked third-party storage). */
function ownLocks(): LockManager | undefined {
  try {
    return globalThis.navigator?.locks
  } catch {
    return undefined
  }
}

function readItems<Item>(storage: Storage | undefined, name: string): readonly Item[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(name) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}
