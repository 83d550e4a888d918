import { lazy, Suspense, useEffect, useState } from 'react'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { InboxPage } from '../inbox/inbox-page.tsx'
import { questionPath } from '../inbox/paths.ts'
import { outsideFields } from '../inbox/shortcuts.ts'
import { bindKeys } from '../keys/bind-keys.ts'
import { ConnectionLine } from '../live/connection-line.tsx'
import { PageBoundary } from '../live/page-boundary.tsx'
import { useLive } from '../live/use-live.ts'
import { Absence } from '../me/absence.tsx'
import { MePage } from '../me/me-page.tsx'
import { RepliesPage } from '../replies/replies-page.tsx'
import { NoPage } from '../ui/no-page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Toasts } from '../ui/toast.tsx'
import styles from './desk.module.css'
import { Rail } from './rail.tsx'
import './history-moves.ts'
import { say } from './desk-words.ts'

/** Only admins load these pages. */
const Admin = lazy(async () => ({ default: (await import('../admin/admin.tsx')).Admin }))

const AdminHome = lazy(async () => ({ default: (await import('../admin/start/admin-home.tsx')).AdminHome }))

const KeysHelp = lazy(async () => ({ default: (await import('./keys-help.tsx')).KeysHelp }))
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** The pages of people who work with questions. The address names the page; the role decides which pages there are. */
export function Desk() {
  const { me } = useLive()
  const isAsker = me.role === 'user'
  useEffect(() => {
    if (isAsker) location.replace('/ask')
  }, [isAsker])
  if (isAsker) return <Skeleton label={say('list.loading')} lines={6} />
  return (
    <Router base="/desk">
      <Switch>
        {me.role === 'admin' && (
          <Route path="/admin/*?">
            <PageBoundary path="/admin">
              <Suspense fallback={<Skeleton label={say('list.loading')} lines={6} />}>
                <Admin />
              </Suspense>
            </PageBoundary>
          </Route>
        )}
        <Route>
          <Overlays />
          <Toasts />
          <div className={styles['desk']}>
            <Rail />
            <div className={styles['main']}>
              <div>
                <ConnectionLine />
                {me.role === 'expert' && <Absence />}
              </div>
              <Pages />
            </div>
          </div>
        </Route>
      </Switch>
    </Router>
  )
}

/** The pages beside the navigation. */
function Pages() {
  const { me } = useLive()
  const [here] = useLocation()
  const isExpert = me.role === 'expert'
  return (
    <PageBoundary path={here}>
      <Switch>
        {isExpert && <Route path="/offers/:uuid?">{({ uuid }) => <InboxPage view="offered" uuid={uuid} />}</Route>}
        {isExpert && <Route path="/claimed/:uuid?">{({ uuid }) => <InboxPage view="claimed" uuid={uuid} />}</Route>}
        {isExpert && <Route path="/answered/:uuid?">{({ uuid }) => <InboxPage view="answered" uuid={uuid} />}</Route>}
        <Route path="/me" component={MePage} />
        {!isExpert && <Route path="/queue/:uuid?">{({ uuid }) => <InboxPage view="queue" uuid={uuid} />}</Route>}
        <Route path="/replies" component={RepliesPage} />
        {/* A link to a question for everybody who works with questions, for example in a chat. */}
        <Route<{ uuid: string }> path="/q/:uuid">
          {({ uuid }) => <Redirect to={questionPath(uuid, me.role)} replace />}
        </Route>
        <Route path="/">
          {me.role === 'admin' ? (
            <Suspense fallback={<Skeleton label={say('list.loading')} lines={6} />}>
              <AdminHome />
            </Suspense>
          ) : (
            <Redirect to={isExpert ? '/offers' : '/queue'} />
          )}
        </Route>
        <Route>
          <NoPage>{say('desk.noPageHint')}</NoPage>
        </Route>
      </Switch>
    </PageBoundary>
  )
}

/** Renders dialogs that open above every page: the list of keys by `?`, and the command palette by Ctrl+K. */
function Overlays() {
  const [open, setOpen] = useState<'keys' | 'palette'>()
  useEffect(() => {
    const showPalette = (event: KeyboardEvent) => {
      event.preventDefault()
      setOpen('palette')
    }
    return bindKeys({ '?': outsideFields(() => setOpen('keys')), 'Mod+k': showPalette })
  }, [])
  const close = () => setOpen(undefined)
  return (
    <Suspense>
      {open === 'keys' && <KeysHelp onClose={close} />}
      {open === 'palette' && <Palette onClose={close} onShowKeys={() => setOpen('keys')} />}
    </Suspense>
  )
}
