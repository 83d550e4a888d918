import { type Client, StaleError } from '@askline/client'
import { type Cell, createCell } from './cell.ts'
import type { Drafts } from './drafts.ts'

/** ms after the last key at which a draft is stored. */
const pauseMs = 1_000
/** ms until a draft that could not be stored is tried again. */
const retryMs = 5_000

/**
 * Keeps the drafts of open questions the same on all devices. The local text is never replaced while it holds changes of its own:
 * if another device changed the draft too, both are kept and the person decides.
 */
export function openSyncedDrafts(client: Client, drafts: Drafts) {
  type Synced = {
    /** The text that another device stored meanwhile, if both changed it. */
    conflict: Cell<string | undefined>
    version?: string | undefined
    timer?: ReturnType<typeof setTimeout> | undefined
    isBusy?: boolean
  }
  const open = new Map<string, Synced>()
  // The text that device and service last agreed on, kept with the draft because a reload must not forget it.
  const baseOf = (uuid: string) => `${uuid}:base`

  const take = (uuid: string, text: string) => {
    drafts.write(baseOf(uuid), text)
    if (drafts.read(uuid) === text) return
    drafts.write(uuid, text)
    window.dispatchEvent(new CustomEvent('askline-draft'))
  }

  async function pull(uuid: string, synced: Synced) {
    const { text: theirs, version } = await client.drafts.get(uuid)
    const [ours, base] = [drafts.read(uuid), drafts.read(baseOf(uuid))]
    synced.version = version
    if (ours === theirs || ours === base) take(uuid, theirs)
    else if (theirs === base || theirs === '') push(uuid, 0)
    else synced.conflict.set(theirs)
  }

  async function store(uuid: string, synced: Synced) {
    if (synced.isBusy) return push(uuid, pauseMs)
    synced.isBusy = true
    try {
      const text = drafts.read(uuid)
      const saved = await client.drafts.save(
        uuid,
        text,
        synced.version === undefined ? {} : { ifMatch: synced.version },
      )
      synced.version = saved.version
      drafts.write(baseOf(uuid), text)
    } catch (error) {
      if (error instanceof StaleError) await pull(uuid, synced).catch(() => push(uuid, retryMs))
      // 4xx: the question is no longer the person's to see. The local draft stays.
      else if (!(error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500))
        push(uuid, retryMs)
    } finally {
      synced.isBusy = false
    }
  }

  /** Stores the draft after `ms`; later calls replace earlier ones. */
  function push(uuid: string, ms: number) {
    const synced = open.get(uuid)
    if (!synced || synced.conflict.get() !== undefined) return
    clearTimeout(synced.timer)
    synced.timer = setTimeout(() => void store(uuid, synced), ms)
  }

  return {
    /** Starts to keep the draft of a question the same everywhere. Returns the conflict to show, if there is one. */
    open(uuid: string): Cell<string | undefined> {
      const known = open.get(uuid)
      const synced: Synced = known ?? { conflict: createCell<string | undefined>(undefined) }
      if (!known) open.set(uuid, synced)
      return synced.conflict
    },
    /** Looks for a text of another device. */
    refresh(uuid: string) {
      const synced = open.get(uuid)
      if (synced) void pull(uuid, synced).catch(() => undefined)
    },
    /** Called when the person changed the local draft. */
    changed: (name: string) => push(name, pauseMs),
    /** Ends a conflict with the text that the person chose. */
    settle(uuid: string, choice: 'ours' | 'theirs') {
      const synced = open.get(uuid)
      const theirs = synced?.conflict.get()
      if (!synced || theirs === undefined) return
      synced.conflict.set(undefined)
      if (choice === 'theirs') take(uuid, theirs)
      else push(uuid, 0)
    },
    close() {
      for (const { timer } of open.values()) clearTimeout(timer)
      open.clear()
    },
  }
}
