import type { ReactNode } from 'react'
import type { List } from '../../live/use-list.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { say as sayShared } from '../../words/shared-words.ts'
import styles from './list-table.module.css'
import { LoadFault } from './load-fault.tsx'

/** A list that is loaded page by page as the reader scrolls. `empty` stands where it has no row. */
export function ListTable<Row>({
  list,
  empty,
  ...table
}: {
  label: string
  list: List<Row>
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  empty: ReactNode
}) {
  const { rows, error, isLoading, hasMore, loadMore, reload } = list
  const fault = error && (
    <div className={styles['fault']}>
      <LoadFault error={error} isStale={rows !== undefined} onRetry={rows === undefined ? reload : loadMore} />
    </div>
  )
  if (rows === undefined) return fault ?? <Skeleton label={sayShared('list.loading')} lines={8} />
  if (rows.length === 0 && !fault && !isLoading) return empty
  return (
    <Table
      {...table}
      rows={rows}
      onEnd={hasMore && !error ? loadMore : undefined}
      foot={fault ?? (isLoading && <Skeleton label={sayShared('list.loading')} lines={3} />)}
    />
  )
}
