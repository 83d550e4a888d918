import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { type Live, openLive } from '../live/live.ts'
import { LiveProvider } from '../live/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { say } from '../words/words.ts'
import {
  finishSignIn,
  type Me,
  mintToken,
  onSignOutElsewhere,
  redeemSignInFragment,
  SignedOutError,
  signIn,
} from './session.ts'
import styles from './session-gate.module.css'

type State = { at: 'opening' } | { at: 'out' } | { at: 'failed' } | { at: 'in'; live: Live }

/** Shows its children to a person who is signed in. Everyone else sees `out`, or without it the way to sign in. */
export function SessionGate({ children, out }: { children: ReactNode; out?: ReactNode }) {
  const [state, setState] = useState<State>({ at: 'opening' })

  const open = useCallback(async () => {
    setState({ at: 'opening' })
    try {
      if (location.pathname === '/desk/callback') {
        const returnTo = await finishSignIn(new URL(location.href))
        history.replaceState(null, '', returnTo)
      }
      await redeemSignInFragment()
      const live = openLive(await fetchMe(await mintToken()))
      setState({ at: 'in', live })
    } catch (error) {
      setState({ at: error instanceof SignedOutError ? 'out' : 'failed' })
    }
  }, [])

  useEffect(() => void open(), [open])
  useEffect(
    () =>
      onSignOutElsewhere(() =>
        setState((state) => {
          if (state.at === 'in') state.live.close()
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
            action={<Button onClick={() => void open()}>{say('session.again')}</Button>}
          >
            {say('session.failedHint')}
          </Empty>
        </main>
      )
    case 'out':
      if (out) return out
      return (
        <main className={styles['gate']}>
          <Empty
            icon="user-round"
            title={say('session.out')}
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
    case 'in':
      return <LiveProvider value={state.live}>{children}</LiveProvider>
  }
}

async function fetchMe(token: string): Promise<Me> {
  const response = await fetch('/v1/me', { headers: { authorization: `Bearer ${token}` } })
  if (response.status === 401) throw new SignedOutError('Nobody is signed in in this browser.')
  if (!response.ok) throw new TypeError(`The service answered ${response.status}.`)
  const { data, meta } = (await response.json()) as { data: Omit<Me, 'clockAheadMs'>; meta: { serverTime: string } }
  const aheadMs = new Date(meta.serverTime).getTime() - Date.now()
  return { ...data, clockAheadMs: Math.abs(aheadMs) < toleratedMs ? 0 : aheadMs }
}

/** The service prints whole seconds, and its answer took a while. A smaller difference says nothing about the device's clock. */
const toleratedMs = 5_000
