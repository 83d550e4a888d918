import { type ReactNode, useId, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { say } from '../admin-words.ts'
import styles from './filter-bar.module.css'

/** The filters above a list, and how to remove all of them. */
export function FilterBar({
  isFiltered,
  onClear,
  more,
  moreSet = 0,
  children,
}: {
  isFiltered: boolean
  onClear: () => void
  /** Filters that are needed less often, folded at first. */
  more?: ReactNode
  /** How many of them are set. */
  moreSet?: number
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <search className={styles['bar']} aria-label={say('filter.label')}>
      {children}
      {more && (
        <Button kind="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {say('filter.more')} {moreSet > 0 && <Badge kind="go">{moreSet}</Badge>}
        </Button>
      )}
      {isFiltered && (
        <Button kind="quiet" icon="x" onClick={onClear}>
          {say('filter.clear')}
        </Button>
      )}
      {more && (
        <div id={id} className={styles['more']} hidden={!isOpen}>
          {more}
        </div>
      )}
    </search>
  )
}
