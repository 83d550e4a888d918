import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { say } from '../words.ts'
import styles from './filter-bar.module.css'

/** The filters above a list, and how to remove all of them. */
export function FilterBar({
  isFiltered,
  onClear,
  children,
}: {
  isFiltered: boolean
  onClear: () => void
  children: ReactNode
}) {
  return (
    <search className={styles['bar']} aria-label={say('filter.label')}>
      {children}
      {isFiltered && (
        <Button kind="quiet" icon="x" onClick={onClear}>
          {say('filter.clear')}
        </Button>
      )}
    </search>
  )
}
