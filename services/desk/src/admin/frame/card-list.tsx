import type { ReactNode } from 'react'
import type { List } from '../../live/use-list.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { say as sayShared } from '../../words/shared-words.ts'
import { say } from '../admin-words.ts'
import styles from './card-list.module.css'
import { LoadFault } from './load-fault.tsx'
import { Rows } from './section.tsx'

/** A list of cards that grows by a button. `empty` stands where it has none. */
export function CardList<T>({
  list,
  empty,
  isSingle,
  children,
}: {
  list: List<T>
  /** One card fills the width. Otherwise several stand beside each other where there is place. */
  isSingle?: boolean
  empty: ReactNode
  /** Returns the Row of an item. */
  children: (item: T, at: number) => ReactNode
}) {
  const { rows, error, isLoading, hasMore, loadMore, reload } = list
  return (
    <>
      {rows?.length === 0 && !isLoading && !error && empty}
      {rows &&
        rows.length > 0 &&
        (isSingle ? <Rows>{rows.map(children)}</Rows> : <ul className={styles['cards']}>{rows.map(children)}</ul>)}
      {error && <LoadFault error={error} isStale={rows !== undefined} onRetry={rows ? loadMore : reload} />}
      {isLoading && <Skeleton label={sayShared('list.loading')} lines={rows ? 3 : 8} />}
      {hasMore && !isLoading && !error && (
        <div>
          <Button onClick={loadMore}>{say('list.more')}</Button>
        </div>
      )}
    </>
  )
}
