import { useEffect, useRef } from 'react'
import { say } from '../desk/desk-words.ts'
import { bindKeys } from '../keys/bind-keys.ts'
import { TypedFilter } from '../ui/typed-filter.tsx'
import styles from './search.module.css'
import { outsideFields } from './shortcuts.ts'

/** Where the words to search for are typed. `/` goes there. */
export function SearchField({ words, onSearch }: { words: string; onSearch: (words: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => bindKeys({ '/': outsideFields(() => field.current?.focus()) }), [])
  return (
    <search className={styles['search']}>
      <TypedFilter
        ref={field}
        type="search"
        label={say('search.label')}
        hasHiddenLabel
        placeholder={say('search.placeholder')}
        maxLength={200}
        kept={words}
        onKeep={onSearch}
      />
    </search>
  )
}
