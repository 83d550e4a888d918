/** Texts that are not sent yet, kept in this browser. Storage may be missing or full: a draft then lives as long as the page. */
export type Drafts = {
  read(name: string): string
  write(name: string, text: string): void
  /** Takes over what another tab did with a draft, unless this tab has another text. A text that was sent there is gone here. */
  follow(change: Pick<StorageEvent, 'key' | 'oldValue'>): void
  /** Removes every draft of this person, at sign-out. */
  clear(): void
}

/** Opens the drafts of one person; `owner` keeps people who share a browser apart. */
export function openDrafts(owner: string, storage: Storage | undefined = ownStorage()): Drafts {
  const memory = new Map<string, string>()
  const prefix = `${draftPrefix}${owner}:`
  return {
    read: (name) => memory.get(name) ?? quietly(() => storage?.getItem(prefix + name)) ?? '',
    write(name, text) {
      memory.set(name, text)
      quietly(() => (text === '' ? storage?.removeItem(prefix + name) : storage?.setItem(prefix + name, text)))
    },
    follow({ key, oldValue }) {
      if (!key?.startsWith(prefix)) return
      const name = key.slice(prefix.length)
      if ((memory.get(name) ?? oldValue ?? '') !== (oldValue ?? '')) return
      memory.delete(name)
      window.dispatchEvent(new CustomEvent('askline-draft'))
    },
    clear() {
      memory.clear()
      removeKeys(prefix, storage)
    },
  }
}

const draftPrefix = 'askline-draft:'

/** The prefix of texts that are to be sent. */
export const sendPrefix = 'askline-sends:'

/** Removes the drafts and unsent texts of everyone in this browser, when it is not known who signed out. */
export function forgetTexts(): void {
  for (const prefix of [draftPrefix, sendPrefix]) removeKeys(prefix, ownStorage())
}

function removeKeys(prefix: string, storage: Storage | undefined): void {
  quietly(() => {
    for (const key of Object.keys(storage ?? {})) if (key.startsWith(prefix)) storage?.removeItem(key)
  })
}

/** The browser's storage, or `undefined` where reading it throws (blocked third-party storage). */
export const ownStorage = (): Storage | undefined => quietly(() => window.localStorage)

function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    // Storage that is full or blocked loses nothing but the copy.
    return undefined
  }
}
