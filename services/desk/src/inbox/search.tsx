import type { InboxQuestion } from '@askline/client'
import { useEffect, useRef, useState } from 'react'
import { say } from '../desk/desk-words.ts'
import { bindKeys } from '../keys/bind-keys.ts'
import type { Loaded } from '../live/loaded.ts'
import { useLive } from '../live/use-live.ts'
import { TextField } from '../ui/field.tsx'
import styles from './search.module.css'
import { outsideFields } from './shortcuts.ts'

/** ms after the last key at which the search begins. */
const pauseMs = 300

/** Returns the answered questions that contain the words, or `undefined` without words. */
export function useSearch(words: string): Loaded<readonly InboxQuestion[]> | undefined {
  const { client } = useLive()
  const [found, setFound] = useState<Loaded<readonly InboxQuestion[]>>()
  const text = words.trim()
  useEffect(() => {
    if (text === '') return setFound(undefined)
    // The last words win: what earlier ones find is dropped.
    let isWanted = true
    const search = async () => {
      try {
        const value: InboxQuestion[] = []
        for await (const question of client.experts.inbox({ view: 'answered', text, limit: 100 })) {
          value.push(question)
          if (value.length >= 500) break
        }
        if (isWanted) setFound({ value })
      } catch (error) {
        if (isWanted) setFound({ error: error as Error })
      }
    }
    const timer = setTimeout(() => void search(), pauseMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [client, text])
  return text === '' ? undefined : found
}

/** Where the words to search for are typed. `/` goes there, Escape empties it. */
export function SearchField({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => bindKeys({ '/': outsideFields(() => field.current?.focus()) }), [])
  return (
    <search className={styles['search']}>
      <TextField
        ref={field}
        type="search"
        label={say('search.label')}
        hasHiddenLabel
        placeholder={say('search.placeholder')}
        maxLength={200}
        value={words}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('')
        }}
      />
    </search>
  )
}
