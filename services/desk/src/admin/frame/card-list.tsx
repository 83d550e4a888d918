import type { ReactNode } from 'react'
import type { List } from '../../live/use-list.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { say as sayShared } from '../../words/words.ts'
import { say } from '../words.ts'
import { LoadFault } from './load-fault.tsx'
import { Rows } from './section.tsx'

/** A list of cards that grows by a button. `empty` stands where it has none. */
export function CardList<T>({
  list,
  empty,
  children,
}: {
  list: List<T>
  empty: ReactNode
  /** Returns the Row of an item. */
  children: (item: T, at: number) => ReactNode
}) {
  const { rows, error, isLoading, hasMore, loadMore, reload } = list
  return (
    <>
      {rows?.length === 0 && !isLoading && !error && empty}
      {rows && rows.length > 0 && <Rows>{rows.map(children)}</Rows>}
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
