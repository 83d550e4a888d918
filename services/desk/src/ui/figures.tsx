import { Fragment, type ReactNode } from 'react'
import { say } from '../desk/desk-words.ts'
import styles from './figures.module.css'
import { ScrollRegion } from './scroll-region.tsx'

export type FigureRow = {
  /** Unique in the table. */
  key: string
  /** The first cell names the row. */
  cells: readonly [name: ReactNode, ...figures: ReactNode[]]
  /** A sentence below the row, for example why a figure is missing. */
  note?: ReactNode
}

/** A table of figures. The place that scrolls has a name of its own, because the section around it often has the table's. */
export function Figures({
  label,
  heads,
  rows,
}: {
  label: string
  heads: readonly string[]
  rows: readonly FigureRow[]
}) {
  return (
    <ScrollRegion label={say('figures.place', { label })} className={styles['figures']}>
      <table aria-label={label} style={{ gridTemplateColumns: `repeat(${heads.length - 1}, minmax(0, 1fr))` }}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...figures], note }) => (
            <Fragment key={key}>
              <tr>
                <th scope="row" dir="auto">
                  {name}
                </th>
                {figures.map((figure, at) => (
                  <td key={heads[at + 1]}>{figure}</td>
                ))}
              </tr>
              {note && (
                <tr className={styles['note']}>
                  <td colSpan={heads.length}>{note}</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
