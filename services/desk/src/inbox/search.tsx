import type { InboxQuestion } from '@askline/client'
import { useEffect, useRef, useState } from 'react'
import { say } from '../desk/desk-words.ts'
import { bindKeys } from '../keys/bind-keys.ts'
import type { LoadedList } from '../live/loaded.ts'
import { useLive } from '../live/use-live.ts'
import { TextField } from '../ui/field.tsx'
import styles from './search.module.css'
import { outsideFields } from './shortcuts.ts'

/** ms after the last key at which the search begins. */
const pauseMs = 300
/** Most questions that one search shows. */
const mostFound = 500

/**
 * Returns the answered questions that contain the words, or `undefined` without words. The list grows while the search goes on, and
 * `hasMore` says that it does, or that it ended at `mostFound`.
 */
export function useSearch(words: string): LoadedList<InboxQuestion> | undefined {
  const { client } = useLive()
  const [found, setFound] = useState<LoadedList<InboxQuestion>>()
  const text = words.trim()
  useEffect(() => {
    if (text === '') return setFound(undefined)
    // The last words win: they end the search for earlier ones.
    const ending = new AbortController()
    const { signal } = ending
    const search = async () => {
      const pages = client.experts.inbox({ view: 'answered', text, limit: 100 }, { signal })
      const value: InboxQuestion[] = []
      let cursor: string | undefined
      do {
        const { items, nextCursor } = await pages.page(cursor)
        if (signal.aborted) return
        value.push(...items)
        cursor = nextCursor ?? undefined
        setFound({ value: value.slice(0, mostFound), hasMore: cursor !== undefined })
      } while (cursor !== undefined && value.length < mostFound)
    }
    const timer = setTimeout(() => {
      search().catch((error: Error) => !signal.aborted && setFound({ error }))
    }, pauseMs)
    return () => {
      ending.abort()
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
