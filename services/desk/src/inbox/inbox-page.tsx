import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { say } from '../desk/desk-words.ts'
import { PageBoundary } from '../live/page-boundary.tsx'
import { useFetch } from '../live/use-fetch.ts'
import { useCell, useLive } from '../live/use-live.ts'
import { classNames } from '../ui/class-names.ts'
import { Empty } from '../ui/empty.tsx'
import { useTitle } from '../ui/use-title.ts'
import { ConversationPane, type OpenPane } from './conversation-pane.tsx'
import { InboxList, titles } from './inbox-list.tsx'
import styles from './inbox-page.module.css'
import { type DeskView, paths } from './paths.ts'
import { SearchField } from './search.tsx'

/** ms for which the page says why a claim came too late. */
const lateMs = 8_000
/** Rows from the end at which more of what was found is fetched. */
const nearEnd = 40

/** A list of questions beside the one that is open; on a narrow window one of the two. */
export function InboxPage({ view, uuid }: { view: DeskView; uuid: string | undefined }) {
  const [words, setWords] = useState('')
  const { client, inbox, see } = useLive()
  const live = useCell(inbox(view))
  const isSearch = view === 'answered' && words !== ''
  const found = useFetch(isSearch ? words : undefined, () =>
    client.experts.inbox({ view: 'answered', text: words, limit: 100 }),
  )
  const list = isSearch ? found : live
  const [, navigate] = useLocation()
  /** Why a claim came too late. */
  const [late, setLate] = useState<string>()
  const pane = useRef<OpenPane>(null)
  /** The question that is answered as soon as it is loaded. */
  const awaited = useRef<string>(undefined)
  const answer = useCallback((question: string) => {
    if (pane.current?.uuid === question) pane.current.answer()
    else awaited.current = question
  }, [])
  const onPane = useCallback((opened: OpenPane | null) => {
    pane.current = opened
    if (!opened) return
    const isAwaited = opened.uuid === awaited.current
    awaited.current = undefined
    if (isAwaited) opened.answer()
  }, [])
  // An open question names itself.
  useTitle(uuid === undefined ? say(titles[view]) : undefined)
  useEffect(() => {
    if (late === undefined) return
    const timer = setTimeout(() => setLate(undefined), lateMs)
    return () => clearTimeout(timer)
  }, [late])

  /** A claim came too late: says why and opens the next offer. */
  const goToNext = (why: string) => {
    setLate(why)
    const at = list.value?.findIndex((one) => one.uuid === uuid) ?? -1
    const next = list.value?.filter((one) => one.uuid !== uuid)[Math.max(0, at)]
    navigate(next ? `${paths[view]}/${next.uuid}` : paths[view])
  }

  const onSee = (from: number, to: number) => {
    if (!isSearch) see(view, from, to)
    else if (to >= (found.value?.length ?? 0) - nearEnd) found.loadMore()
  }

  return (
    <main className={classNames(styles['page'], uuid && styles['open'])}>
      <div role="status" className={late === undefined ? 'visually-hidden' : styles['late']}>
        {late}
      </div>
      <section className={styles['list']} aria-labelledby="inbox-title">
        <InboxList view={view} isSearch={isSearch} list={list} onSee={onSee} openUuid={uuid} onWrite={answer}>
          {view === 'answered' && <SearchField words={words} onSearch={setWords} />}
        </InboxList>
      </section>
      <section className={styles['pane']} aria-label={say('inbox.conversation')}>
        {uuid ? (
          <PageBoundary path={uuid} isPart>
            <ConversationPane
              key={uuid}
              ref={onPane}
              uuid={uuid}
              view={view}
              backTo={paths[view]}
              onTaken={goToNext}
              listed={list.value?.find((one) => one.uuid === uuid)}
            />
          </PageBoundary>
        ) : (
          list.value?.length !== 0 && (
            <Empty icon="message-square" title={say('inbox.choose')}>
              {say('inbox.chooseHint')}
            </Empty>
          )
        )}
      </section>
    </main>
  )
}
