import type { Client, InboxCounts, InboxPages, InboxQuestion } from '@askline/client'
import type { Me } from '../session/session.ts'
import { type Cell, createCell } from './cell.ts'
import type { InboxView, LoadedList } from './loaded.ts'
import { openParts } from './parts.ts'

/** ms between looks at a list that no event announced: where no socket gets through, this is how soon a change is seen. */
const pollMs = 5_000
/** ms in which events are gathered before the lists are fetched once. */
const gatherMs = 250
const pageSize = 100

/** The lists of questions: they are fetched while components look at them, and again when something changed. */
export function openInbox(client: Client, role: Me['role']) {
  const views = new Map<InboxView, ReturnType<typeof openView>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFetching = false
  let isAnnounced = false
  let isOpen = true

  const pagesOf = (view: InboxView): InboxPages => {
    if (view === 'queue') return client.agents.queue({ limit: pageSize })
    if (view === 'own') return client.questions.list({ limit: pageSize, includeConversation: true })
    return client.experts.inbox({ view, limit: pageSize })
  }

  async function fetchAll() {
    if (isFetching) return
    if (!isOpen || document.visibilityState === 'hidden') return lookAfter(pollMs)
    isFetching = true
    isAnnounced = false
    for (const { looking, look } of views.values()) if (looking > 0) await look()
    isFetching = false
    // A change that was announced during the request may be missing from the answer.
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

  function openView(name: InboxView) {
    let counts: InboxCounts | undefined
    const parts = openParts(async (cursor) => {
      const page = await pagesOf(name).page(cursor)
      if (page.counts) counts = page.counts
      return page
    })
    const inner = createCell<LoadedList<InboxQuestion>>({})
    const fetchInto = async (work: () => Promise<void>) => {
      try {
        await work()
        const value = parts.rows()
        const before = inner.get()
        const isKnown =
          isSame(before.value, value) &&
          !before.error &&
          before.hasMore === parts.hasMore() &&
          before.counts?.own === counts?.own &&
          before.counts?.open === counts?.open
        if (!isKnown) inner.set({ value, hasMore: parts.hasMore(), counts })
      } catch (error) {
        // The shown values stay, because the next request may succeed.
        inner.set({ ...inner.get(), error: error as Error })
      }
    }
    const view = {
      looking: 0,
      look: () =>
        fetchInto(async () => {
          await parts.look()
          await parts.grow()
        }),
      see(from: number, to: number) {
        const hasOthers = parts.see(from, to)
        if (parts.wantsMore()) void fetchInto(parts.grow)
        else if (hasOthers) refresh()
      },
      cell: {
        ...inner,
        subscribe(listener: () => void) {
          const stop = inner.subscribe(listener)
          view.looking++
          lookAfter(0)
          return () => {
            stop()
            view.looking--
          }
        },
      } satisfies Cell<LoadedList<InboxQuestion>>,
    }
    return view
  }

  const viewOf = (name: InboxView) => {
    const view = views.get(name) ?? openView(name)
    views.set(name, view)
    return view
  }

  return {
    view: (name: InboxView): Cell<LoadedList<InboxQuestion>> => viewOf(name).cell,
    /** Notes which rows of a list are in sight. Near its end more are fetched. */
    see: (name: InboxView, from: number, to: number): void => viewOf(name).see(from, to),
    /** Fetches a list that a component will look at soon: its request does not wait until the page is drawn. */
    begin(name: InboxView): void {
      const view = viewOf(name)
      view.looking++
      void fetchAll().finally(() => {
        view.looking--
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
      one.offer?.dateDue === after[at]?.offer?.dateDue &&
      one.offer?.hindrance === after[at]?.offer?.hindrance,
  )
