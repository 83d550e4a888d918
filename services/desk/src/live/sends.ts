import { type AsklineError, type Client, newUuid, UnavailableError } from '@askline/client'
import { describeFault } from '../words/describe-fault.ts'
import { type Cell, createCell } from './cell.ts'
import { ownStorage, sendPrefix } from './drafts.ts'
import { openKeptQueue } from './kept-queue.ts'
import { deliver, deliverAtEnd, findArrived, type Send } from './send.ts'

export type Sends = {
  all: Cell<readonly Send[]>
  /** The number of texts that the person added on this page. A text may be sent and gone before the page draws it. */
  added: Cell<number>
  /** Queues a text and sends it after `delayMs`, and again whenever the network returns, until it is confirmed or refused. */
  add(
    send: Omit<Send, 'key' | 'writtenAt' | 'sendAfter'>,
    delayMs?: number,
  ): {
    key: string
    /** Resolves to the question's uuid once the service confirmed the text. Stays pending if it was taken back. */
    sent: Promise<string>
  }
  /** Takes a text back that is not on its way. Returns it, or `undefined` if it is too late. */
  takeBack(key: string): Send | undefined
  retry(key: string): void
  /** The number of texts of this person that are not sent yet, in all pages of this browser. */
  count(): number
  /** Deletes all of them, at sign-out. */
  forget(): void
  close(): void
}

const retryMs = 3_000
/** ms after which a text is looked for before it is sent again. The service remembers its key for a day. */
const surelyKnownMs = 20 * 3_600_000

type SendsOptions = {
  client: Client
  owner: string
  /** Returns the access token that is held now. */
  heldToken: () => string | undefined
  onSent: (send: Send, questionUuid: string) => void
}

/**
 * Opens the page's queue of texts to be sent. It outlives the page in the browser's storage of `owner`, where another page takes
 * it over. A text that two pages send is one message by its idempotency key. A page that ends sends what waits at once.
 */
export function openSends({ client, owner, heldToken, onSent }: SendsOptions): Sends {
  const all = createCell<readonly Send[]>([])
  const countAdded = createCell(0)
  const waiters = new Map<string, (questionUuid: string) => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The key of the text that is being sent. */
  let underWay: string | undefined
  /** Keys of texts that were sent when the page seemed to end. They cannot be taken back if it goes on. */
  const sentAtEnd = new Set<string>()
  let isOpen = true

  const kept = openKeptQueue<Send>(`${sendPrefix}${owner}:`, ownStorage())

  function keep(sends: readonly Send[]) {
    all.set(sends)
    kept.write(sends)
  }

  const change = (key: string, next: (send: Send) => Send | undefined) =>
    keep(
      all.get().flatMap((send) => {
        const changed = send.key === key ? next(send) : send
        return changed ? [changed] : []
      }),
    )

  function work(inMs = 0) {
    clearTimeout(timer)
    if (isOpen) timer = setTimeout(() => void sendDue(), inMs)
  }

  const findDue = () =>
    all.get().find(({ refusal, sendAfter }) => refusal === undefined && sendAfter <= performance.now())

  /** Sends one text after the other, so that they arrive in the order in which they were written. */
  async function sendDue() {
    if (underWay !== undefined) return
    for (let send = findDue(); isOpen && send; send = findDue()) {
      underWay = send.key
      const outcome = await attempt(send)
      underWay = undefined
      if (outcome === 'later') return work(retryMs)
    }
    const next = all.get().filter((send) => send.refusal === undefined)
    if (next.length > 0) work(Math.max(50, Math.min(...next.map((send) => send.sendAfter)) - performance.now()))
  }

  async function attempt(send: Send): Promise<'done' | 'later'> {
    try {
      const isOld = Date.now() - Date.parse(send.writtenAt) > surelyKnownMs
      const questionUuid = (isOld && (await findArrived(client, send, owner))) || (await deliver(client, send))
      change(send.key, () => undefined)
      onSent(send, questionUuid)
      waiters.get(send.key)?.(questionUuid)
      waiters.delete(send.key)
      return 'done'
    } catch (error) {
      if (error instanceof UnavailableError || !isAsklineError(error)) return 'later'
      if (error.status === 401 || error.status === 429) return 'later'
      change(send.key, (refused) => ({ ...refused, refusal: describeFault(error) }))
      return 'done'
    }
  }

  function sendAtEnd() {
    const token = heldToken()
    const waiting = all.get().filter(({ refusal }) => refusal === undefined)
    if (!isOpen || token === undefined || waiting.length === 0) return
    for (const send of waiting) {
      sentAtEnd.add(send.key)
      deliverAtEnd(send, token)
    }
    // Not removed, because no answer is read. The next page sends it again under the same key.
    keep(all.get().map((send) => (send.refusal === undefined ? { ...send, sendAfter: 0 } : send)))
  }

  const onOnline = () => work()
  window.addEventListener('online', onOnline)
  window.addEventListener('pagehide', sendAtEnd)
  // Telephones stop a page in the background and may end it without another event.
  window.addEventListener('freeze', sendAtEnd, true)
  kept.takeOver((orphans) => {
    keep([...orphans.map((send) => ({ ...send, sendAfter: 0 })), ...all.get()])
    work()
  })
  return {
    all,
    added: countAdded,
    add(send, delayMs = 0) {
      const added = {
        ...send,
        key: newUuid(),
        writtenAt: new Date().toISOString(),
        sendAfter: performance.now() + delayMs,
      }
      const sent = new Promise<string>((resolve) => waiters.set(added.key, resolve))
      keep([...all.get(), added])
      countAdded.set(countAdded.get() + 1)
      work()
      return { key: added.key, sent }
    },
    takeBack(key) {
      const send = all.get().find((one) => one.key === key)
      if (!send || underWay === key || sentAtEnd.has(key)) return undefined
      change(key, () => undefined)
      return send
    },
    retry(key) {
      // The service keeps a refusal under its key, so another try needs another one.
      const next = newUuid()
      const waiter = waiters.get(key)
      if (waiter) waiters.set(next, waiter)
      change(key, ({ refusal: _, ...send }) => ({ ...send, key: next, sendAfter: 0 }))
      work()
    },
    count: () => Math.max(all.get().length, kept.count()),
    forget() {
      keep([])
      kept.removeAll()
    },
    close() {
      isOpen = false
      clearTimeout(timer)
      kept.close()
      window.removeEventListener('online', onOnline)
      window.removeEventListener('pagehide', sendAtEnd)
      window.removeEventListener('freeze', sendAtEnd, true)
    },
  }
}

const isAsklineError = (error: unknown): error is AsklineError =>
  error instanceof Error && 'status' in error && typeof error.status === 'number'
