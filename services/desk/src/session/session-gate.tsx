import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { type Live, openLive } from '../live/live.ts'
import { PageBoundary } from '../live/page-boundary.tsx'
import type { openSyncedDrafts } from '../live/synced-drafts.ts'
import { LiveProvider } from '../live/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { say } from '../words/shared-words.ts'
import { BusyError, enterSession, OtherPersonError, onSignOutElsewhere, SignedOutError, signIn } from './session.ts'
import styles from './session-gate.module.css'

const BusyPage = lazy(async () => ({ default: (await import('./busy-page.tsx')).BusyPage }))
const PersonChoice = lazy(async () => ({ default: (await import('./person-choice.tsx')).PersonChoice }))

/** The frame of all pages is drawn once. */
const frame = '/'

type State =
  | { at: 'opening' }
  | { at: 'choosing'; choice: OtherPersonError }
  | { at: 'out' }
  | { at: 'busy'; error: BusyError; tries: number }
  | { at: 'failed' }
  | { at: 'in'; live: Live }

type SessionGateProps = {
  children: ReactNode
  out?: ReactNode
  /** Called before the children are drawn, to begin requests that they will need. */
  onOpen?: (live: Live) => void
  syncDrafts?: typeof openSyncedDrafts
}

/** Shows its children to a person who is signed in. Everyone else sees `out`, or without it the way to sign in. */
export function SessionGate({ children, out, onOpen, syncDrafts }: SessionGateProps) {
  const [state, setState] = useState<State>({ at: 'opening' })

  const open = useCallback(async () => {
    // While the service is busy, the page says so until it is not.
    setState((state) => (state.at === 'busy' ? state : { at: 'opening' }))
    try {
      const live = openLive(await enterSession(), syncDrafts)
      onOpen?.(live)
      setState({ at: 'in', live })
    } catch (error) {
      if (error instanceof OtherPersonError) setState({ at: 'choosing', choice: error })
      else if (error instanceof BusyError)
        setState((state) => ({ at: 'busy', error, tries: state.at === 'busy' ? state.tries + 1 : 1 }))
      else setState({ at: error instanceof SignedOutError ? 'out' : 'failed' })
    }
  }, [onOpen, syncDrafts])

  useEffect(() => void open(), [open])
  useEffect(
    () =>
      onSignOutElsewhere(() =>
        setState((state) => {
          if (state.at === 'in') {
            // This page may have written a text since the other one deleted all of them.
            state.live.forget()
            state.live.close()
          }
          return { at: 'out' }
        }),
      ),
    [],
  )

  switch (state.at) {
    case 'opening':
      return <Skeleton label={say('session.opening')} lines={5} />
    case 'failed':
      return (
        <main className={styles['gate']}>
          <Empty
            icon="wifi-off"
            title={say('session.failed')}
            isPage
            action={<Button onClick={() => void open()}>{say('session.again')}</Button>}
          >
            {say('session.failedHint')}
          </Empty>
        </main>
      )
    case 'in':
      return (
        <LiveProvider value={state.live}>
          {/* What surrounds the pages has no boundary of its own. */}
          <PageBoundary path={frame}>{children}</PageBoundary>
        </LiveProvider>
      )
    case 'choosing':
    case 'busy':
      return (
        <main className={styles['gate']}>
          <PageBoundary path={frame} isPart>
            <Suspense>
              {state.at === 'choosing' ? (
                <PersonChoice choice={state.choice} onChosen={() => void open()} />
              ) : (
                <BusyPage key={state.tries} error={state.error} tries={state.tries} onRetry={open} />
              )}
            </Suspense>
          </PageBoundary>
        </main>
      )
    case 'out':
      if (out) return out
      return (
        <main className={styles['gate']}>
          <Empty
            icon="user-round"
            title={say('session.out')}
            isPage
            action={
              <Button
                kind="primary"
                onClick={() => void signIn(location.pathname === '/desk/callback' ? '/desk' : location.pathname)}
              >
                {say('session.signIn')}
              </Button>
            }
          >
            {say('session.outHint')}
          </Empty>
        </main>
      )
  }
}
