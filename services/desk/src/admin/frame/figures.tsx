import { Fragment, type ReactNode } from 'react'
import styles from './figures.module.css'

/** A table of figures. The first cell of a row names it. */
export function Figures({
  label,
  heads,
  rows,
  notes = [],
}: {
  label: string
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
  /** A sentence below each row, for example why a figure is missing; empty for none. */
  notes?: readonly string[]
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <div className={styles['figures']} tabIndex={0}>
      <table aria-label={label}>
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
          {rows.map(([name, ...figures], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are never reordered, and names can repeat.
            <Fragment key={row}>
              <tr>
                <th scope="row" dir="auto">
                  {name}
                </th>
                {figures.map((figure, at) => (
                  <td key={heads[at + 1]}>{figure}</td>
                ))}
              </tr>
              {notes[row] && (
                <tr className={styles['note']}>
                  <td colSpan={heads.length}>{notes[row]}</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}
