import type { ReactNode } from 'react'
import type { Fetched } from '../../live/use-fetch.ts'
import { ListProgress } from '../../ui/list-progress.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import styles from './list-table.module.css'
import { LoadFault } from './load-fault.tsx'

/** A list that is loaded page by page as the reader scrolls. `empty` stands where it has no row. */
export function ListTable<Row>({
  list,
  empty,
  ...table
}: {
  label: string
  list: Fetched<readonly Row[]>
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  empty: ReactNode
}) {
  const { value: rows, error, isLoading, isSearching, hasMore, loadMore, retry } = list
  const fault = error && (
    <div className={styles['fault']}>
      <LoadFault error={error} isStale={rows !== undefined} onRetry={retry} />
    </div>
  )
  if (rows === undefined) return fault ?? <ListProgress isSearching={isSearching} lines={8} />
  if (rows.length === 0 && !fault && !isLoading) return empty
  return (
    <Table
      {...table}
      rows={rows}
      onEnd={hasMore && !error ? loadMore : undefined}
      foot={fault ?? (isLoading && <ListProgress isSearching={isSearching} lines={3} />)}
    />
  )
}
