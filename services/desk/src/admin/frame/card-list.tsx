import type { ReactNode } from 'react'
import type { Fetched } from '../../live/use-fetch.ts'
import { Button } from '../../ui/button.tsx'
import { ListProgress } from '../../ui/list-progress.tsx'
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
  list: Fetched<readonly T[]>
  /** One card fills the width. Otherwise several stand beside each other where there is place. */
  isSingle?: boolean
  empty: ReactNode
  /** Returns the Row of an item. */
  children: (item: T, at: number) => ReactNode
}) {
  const { value: rows, error, isLoading, isSearching, hasMore, loadMore, retry } = list
  return (
    <>
      {rows?.length === 0 && !isLoading && !error && empty}
      {rows &&
        rows.length > 0 &&
        (isSingle ? <Rows>{rows.map(children)}</Rows> : <ul className={styles['cards']}>{rows.map(children)}</ul>)}
      {error && <LoadFault error={error} isStale={rows !== undefined} onRetry={retry} />}
      {isLoading && !error && <ListProgress isSearching={isSearching} lines={rows ? 3 : 8} />}
      {hasMore && !isLoading && !error && (
        <div>
          <Button onClick={loadMore}>{say('list.more')}</Button>
        </div>
      )}
    </>
  )
}
