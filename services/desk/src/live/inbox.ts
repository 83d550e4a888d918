import type { Client, InboxQuestion } from '@askline/client'
import type { Me } from '../session/session.ts'
import { type Cell, createCell } from './cell.ts'
import type { InboxView, Loaded } from './loaded.ts'

/** ms between looks at a list that no event announced: where no socket gets through, this is how soon a change is seen. */
const pollMs = 5_000
/** ms in which events are gathered before the lists are fetched once. */
const gatherMs = 250
const pageSize = 100

/** The lists of questions: they are fetched while components look at them, and again when something changed. */
export function openInbox(client: Client, role: Me['role']) {
  const views = new Map<InboxView, { cell: Cell<Loaded<readonly InboxQuestion[]>>; looking: number }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFetching = false
  let isAnnounced = false
  let isOpen = true

  const pagesOf = (view: InboxView): AsyncIterable<InboxQuestion> => {
    if (view === 'queue') return client.agents.queue({ limit: pageSize })
    if (view === 'own') return client.questions.list({ limit: pageSize, includeConversation: true })
    return client.experts.inbox({ view, limit: pageSize })
  }

  async function fetchAll() {
    if (isFetching) return
    if (!isOpen || document.visibilityState === 'hidden') return lookAfter(pollMs)
    isFetching = true
    isAnnounced = false
    for (const [view, { cell, looking }] of views) {
      if (looking === 0) continue
      try {
        const found: InboxQuestion[] = []
        for await (const question of pagesOf(view)) {
          found.push(question)
          if (found.length >= 10 * pageSize) break
        }
        if (!isSame(cell.get().value, found)) cell.set({ value: found })
        else if (cell.get().error) cell.set({ value: found })
      } catch (error) {
        // What was shown stays; the next look may succeed.
        cell.set({ ...cell.get(), error: error as Error })
      }
    }
    isFetching = false
    // What was announced meanwhile may not be in the answer.
    lookAfter(isAnnounced ? gatherMs : pollMs)
  }

  /** Events that come together cause one look. */
  function refresh() {
    if (isAnnounced) return
    isAnnounced = true
    lookAfter(gatherMs)
  }

  function lookAfter(ms: number) {
    clearTimeout(timer)
    if (isOpen && [...views.values()].some(({ looking }) => looking > 0)) timer = setTimeout(() => void fetchAll(), ms)
  }

  const onVisible = () => lookAfter(0)
  const stopWatching = role === 'expert' ? client.experts.watchInbox(refresh) : client.agents.watchQueue(refresh)
  document.addEventListener('visibilitychange', onVisible)

  const entryOf = (name: InboxView) => {
    const known = views.get(name)
    if (known) return known
    const inner = createCell<Loaded<readonly InboxQuestion[]>>({})
    const entry = {
      looking: 0,
      cell: {
        ...inner,
        subscribe(listener: () => void) {
          const stop = inner.subscribe(listener)
          entry.looking++
          lookAfter(0)
          return () => {
            stop()
            entry.looking--
          }
        },
      },
    }
    views.set(name, entry)
    return entry
  }

  return {
    view: (name: InboxView): Cell<Loaded<readonly InboxQuestion[]>> => entryOf(name).cell,
    /** Fetches a list that a component will look at soon: its request does not wait until the page is drawn. */
    begin(name: InboxView): void {
      const entry = entryOf(name)
      entry.looking++
      void fetchAll().finally(() => {
        entry.looking--
      })
    },
    refresh,
    close() {
      isOpen = false
      clearTimeout(timer)
      stopWatching()
      document.removeEventListener('visibilitychange', onVisible)
    },
  }
}

/** Whether a list looks the same: then no component is drawn again. */
const isSame = (before: readonly InboxQuestion[] | undefined, after: readonly InboxQuestion[]) =>
  before !== undefined &&
  before.length === after.length &&
  before.every(
    (one, at) =>
      one.uuid === after[at]?.uuid &&
      one.lastUpdated === after[at]?.lastUpdated &&
      one.conversation?.unreadMessageCount === after[at]?.conversation?.unreadMessageCount &&
      one.offer?.dateDue === after[at]?.offer?.dateDue,
  )
