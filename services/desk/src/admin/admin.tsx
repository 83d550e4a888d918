import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { say as sayShared } from '../desk/desk-words.ts'
import { ConnectionLine } from '../live/connection-line.tsx'
import { PageBoundary } from '../live/page-boundary.tsx'
import { findNearest, useKeptFocus } from '../ui/kept-focus.ts'
import { NoPage } from '../ui/no-page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Toasts } from '../ui/toast.tsx'
import styles from './admin.module.css'
import { say } from './admin-words.ts'
import { AdminNavigation } from './frame/admin-navigation.tsx'
import { UnsavedGuard } from './frame/unsaved-guard.tsx'
import { placeGroups, startPlace } from './places.ts'
import { isOpen } from './start/start-steps.ts'
import { StartProvider, useStart } from './start/use-start.tsx'
import { WayBack } from './start/way-back.tsx'

/** `/desk/admin`: the pages on which an admin looks after the service. */
export function Admin() {
  const [here] = useLocation()
  const place = useRef<HTMLDivElement>(null)
  useKeptFocus(place, findNearest)
  return (
    <UnsavedGuard>
      <StartProvider>
        <div ref={place} className={styles['admin']}>
          <AdminNavigation />
          <div className={styles['main']}>
            <div>
              <ConnectionLine text={say('offline.line')} />
              <WayBack />
            </div>
            <PageBoundary path={here}>
              <Entrance>
                <Suspense fallback={<Waiting />}>
                  <Switch>
                    {[startPlace, ...placeGroups.flatMap(({ places }) => places)].map(({ path, Page }) => (
                      <Route<{ uuid?: string }> key={path} path={path === '/admin' ? path : `${path}/:uuid?`}>
                        {({ uuid }) => <Page uuid={uuid} />}
                      </Route>
                    ))}
                    <Route>
                      <NoPage>{sayShared('desk.noPageHint')}</NoPage>
                    </Route>
                  </Switch>
                </Suspense>
              </Entrance>
            </PageBoundary>
          </div>
          <Toasts />
        </div>
      </StartProvider>
    </UnsavedGuard>
  )
}

/** Leads an admin who comes to the administration without a wanted page to the first steps, while there are any. */
function Entrance({ children }: { children: ReactNode }) {
  const { start } = useStart()
  const [path] = useLocation()
  const [isEntering, setIsEntering] = useState(path === '/admin')
  if (isEntering && path !== '/admin') setIsEntering(false)
  if (!isEntering || path !== '/admin') return children
  if (start.value) return isOpen(start.value) ? <Redirect to={startPlace.path} replace /> : children
  return start.error ? children : <Waiting />
}

const Waiting = () => <Skeleton label={sayShared('list.loading')} lines={6} />
