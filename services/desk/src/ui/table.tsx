import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { type CustomItemComponentProps, Virtualizer } from 'virtua'
import { classNames } from './class-names.ts'
import { ScrollRegion } from './scroll-region.tsx'
import styles from './table.module.css'

export type Column<Row> = {
  /** Unique in the table. */
  name: string
  title: string
  /** Share of the width. A `time` has room for a date with its time of day in one line. */
  width?: 'wide' | 'normal' | 'narrow' | 'time'
  /** Numbers stand at the end of their column. */
  isNumber?: boolean
  cell: (row: Row) => ReactNode
}

type TableProps<Row> = {
  /** Names the table for assistive technology. */
  label: string
  /** The first column names the row: in a narrow window it is the title of a card. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Called when the last rows come into sight. */
  onEnd?: (() => void) | undefined
  /** Stands below the last row: that more rows are coming, or why not. */
  foot?: ReactNode
}

const tracks = {
  wide: 'minmax(0, 4fr)',
  normal: 'minmax(0, 2fr)',
  narrow: 'minmax(4.5rem, 1fr)',
  time: 'minmax(8.5rem, 1fr)',
}

/**
 * A table of any length: only the rows in sight are in the document. It fills its place and scrolls in it. In a narrow place
 * each row becomes a card.
 */
export function Table<Row>({ label, columns, rows, keyOf, onEnd, foot }: TableProps<Row>) {
  const scroller = useRef<HTMLElement>(null)
  const hasEnd = onEnd !== undefined
  const { length } = rows
  const gridTemplateColumns = columns.map(({ width = 'normal' }) => tracks[width]).join(' ')
  return (
    <ScrollRegion label={label} className={styles['scroll']} ref={scroller}>
      <table
        className={styles['table']}
        style={{ gridTemplateColumns }}
        aria-label={label}
        aria-rowcount={hasEnd ? -1 : length + 1}
      >
        <thead className={styles['head']}>
          <tr className={styles['heads']} aria-rowindex={1}>
            {columns.map(({ name, title, isNumber }) => (
              <th key={name} scope="col" className={isNumber ? styles['number'] : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <Virtualizer as="tbody" item={BodyRow} scrollRef={scroller}>
          {rows.map((row) => (
            <Cells key={keyOf(row)} row={row} columns={columns} />
          ))}
        </Virtualizer>
      </table>
      {hasEnd && <End key={length} scroller={scroller} onReach={onEnd} />}
      {foot}
    </ScrollRegion>
  )
}

/** A row of the table's body. The virtual list says where it stands. */
function BodyRow({ index, style, ref, children }: CustomItemComponentProps) {
  return (
    <tr ref={ref} style={style} className={styles['row']} aria-rowindex={index + 2}>
      {children}
    </tr>
  )
}

function Cells<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return columns.map(({ name, title, isNumber, cell }) => (
    <td key={name} data-title={title} className={classNames(styles['cell'], isNumber && styles['number'])}>
      {cell(row)}
    </td>
  ))
}

/** The end of the rows that were loaded. Each page has an end of its own, so one that stays in sight calls for the next page. */
function End({ scroller, onReach }: { scroller: RefObject<HTMLElement | null>; onReach: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const reach = useEffectEvent(onReach)
  useEffect(() => {
    if (!end.current) return
    // A slow page is told of several changes at once. Only the last one is true now.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && reach(), {
      root: scroller.current,
      rootMargin: '600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [scroller])
  return <div ref={end} />
}
