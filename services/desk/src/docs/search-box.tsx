import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { bindKeys } from '../keys/bind-keys.ts'
import { Icon } from '../ui/icon.tsx'
import { useDocs } from './docs-context.ts'
import { findEntries } from './find-entries.ts'
import { goTo } from './place.ts'
import styles from './search-box.module.css'
import { openSearch } from './search-docs.ts'

/** A search over guide, operations and messages. `/` and Ctrl+K lead to it, Enter opens the first result. */
export function SearchBox() {
  const docs = useDocs()
  const search = useMemo(() => openSearch(findEntries(docs)), [docs])
  const [query, setQuery] = useState('')
  const place = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const found = query.trim() === '' ? [] : search(query)

  useEffect(() => {
    const begin = (event: globalThis.KeyboardEvent) => {
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    const isTyping = ({ target }: Event) => /^(INPUT|TEXTAREA|SELECT)$/.test((target as Element).tagName)
    const release = bindKeys({ '/': (event) => !isTyping(event) && begin(event), 'Mod+k': begin })
    const onPress = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) setQuery('')
    }
    addEventListener('pointerdown', onPress)
    return () => {
      release()
      removeEventListener('pointerdown', onPress)
    }
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    const links = [...(place.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    if (event.key === 'Escape') {
      setQuery('')
      input.current?.focus()
    } else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
    else if (event.key === 'ArrowUp') (links[at - 1] ?? input.current)?.focus()
    else if (event.key === 'Enter' && at === -1 && found[0]) open(found[0].href)
    else return
    event.preventDefault()
  }
  function open(href: string) {
    setQuery('')
    goTo(href)
  }

  return (
    <search className={styles['search']} ref={place} onKeyDown={onKeyDown}>
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        className={styles['input']}
        aria-label="Search the documentation"
        aria-keyshortcuts="/ Control+K"
        placeholder="Search, such as /v1/files"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
      />
      <p className="visually-hidden" role="status">
        {query.trim() === '' ? '' : `${found.length} results`}
      </p>
      {query.trim() !== '' && (
        <div className={styles['results']}>
          {found.length === 0 && <p className={styles['none']}>Nothing was found.</p>}
          <ul>
            {found.map(({ href, title, label }) => (
              <li key={href}>
                <a href={href} onClick={() => setQuery('')}>
                  <span>{title}</span>
                  <code>{label}</code>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  )
}
