import { Suspense, useRef } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { say as sayShared } from '../desk/words.ts'
import { ConnectionLine } from '../live/connection-line.tsx'
import { PageBoundary } from '../live/page-boundary.tsx'
import { findNearest, useKeptFocus } from '../ui/kept-focus.ts'
import { NoPage } from '../ui/no-page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Toasts } from '../ui/toast.tsx'
import styles from './admin.module.css'
import { AdminNavigation } from './frame/admin-navigation.tsx'
import { UnsavedGuard } from './frame/unsaved-guard.tsx'
import { placeGroups } from './places.ts'
import { say } from './words.ts'

/** `/desk/admin`: the pages on which an admin looks after the service. */
export function Admin() {
  const [here] = useLocation()
  const place = useRef<HTMLDivElement>(null)
  useKeptFocus(place, findNearest)
  return (
    <UnsavedGuard>
      <div ref={place} className={styles['admin']}>
        <AdminNavigation />
        <div className={styles['main']}>
          <ConnectionLine text={say('offline.line')} />
          <PageBoundary path={here}>
            <Suspense fallback={<Skeleton label={sayShared('list.loading')} lines={6} />}>
              <Switch>
                {placeGroups
                  .flatMap(({ places }) => places)
                  .map(({ path, Page }) => (
                    <Route<{ uuid?: string }> key={path} path={path === '/admin' ? path : `${path}/:uuid?`}>
                      {({ uuid }) => <Page uuid={uuid} />}
                    </Route>
                  ))}
                <Route>
                  <NoPage>{sayShared('desk.noPageHint')}</NoPage>
                </Route>
              </Switch>
            </Suspense>
          </PageBoundary>
        </div>
        <Toasts />
      </div>
    </UnsavedGuard>
  )
}
