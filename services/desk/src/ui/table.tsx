// biome-ignore-all lint/a11y/useSemanticElements: a virtual list positions its rows, which table rows do not allow.
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and heads of a table are read, not operated.
import { type ReactNode, useEffect, useRef } from 'react'
import { Virtualizer } from 'virtua'
import styles from './table.module.css'

export type Column<Row> = {
  /** Unique in the table. */
  name: string
  title: string
  /** Share of the width, as a track of a CSS grid: `2fr` by default; `max` takes what its content needs, up to 9 rem. */
  width?: 'wide' | 'normal' | 'narrow'
  /** Numbers stand at the end of their column. */
  isNumber?: boolean
  cell: (row: Row) => ReactNode
}

type TableProps<Row> = {
  /** What the table lists, for assistive technology. */
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

const tracks = { wide: 'minmax(0, 4fr)', normal: 'minmax(0, 2fr)', narrow: 'minmax(0, 1fr)' }

/**
 * A table of any length: only the rows in sight are in the document. It fills its place and scrolls in it. In a narrow place
 * each row becomes a card.
 */
export function Table<Row>({ label, columns, rows, keyOf, onEnd, foot }: TableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const onEndNow = useRef(onEnd)
  onEndNow.current = onEnd
  const hasEnd = onEnd !== undefined
  const { length } = rows

  // Observed anew after each page: an end that stays in sight calls for the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of rows says that a page arrived.
  useEffect(() => {
    if (!hasEnd || !end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onEndNow.current?.(), {
      root: scroller.current,
      rootMargin: '600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasEnd, length])

  const template = { gridTemplateColumns: columns.map(({ width = 'normal' }) => tracks[width]).join(' ') }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <div className={styles['scroll']} ref={scroller} tabIndex={0} role="region" aria-label={label}>
      <div className={styles['table']} role="table" aria-label={label} aria-rowcount={hasEnd ? -1 : length + 1}>
        <div className={styles['heads']} role="row" style={template} aria-rowindex={1}>
          {columns.map(({ name, title, isNumber }) => (
            <span key={name} role="columnheader" className={isNumber ? styles['number'] : undefined}>
              {title}
            </span>
          ))}
        </div>
        <div role="rowgroup">
          <Virtualizer scrollRef={scroller}>
            {rows.map((row, at) => (
              <div key={keyOf(row)} role="row" aria-rowindex={at + 2} className={styles['row']} style={template}>
                {columns.map(({ name, title, isNumber, cell }) => (
                  <div
                    key={name}
                    role="cell"
                    data-title={title}
                    className={`${styles['cell']} ${isNumber ? styles['number'] : ''}`}
                  >
                    {cell(row)}
                  </div>
                ))}
              </div>
            ))}
          </Virtualizer>
        </div>
      </div>
      <div ref={end} />
      {foot}
    </div>
  )
}
