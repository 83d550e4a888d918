import type { SavedReply } from '@askline/client'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Assist } from '../conversation/composer.tsx'
import { say } from '../desk/desk-words.ts'
import { repliesOf } from '../live/replies.ts'
import { useCell, useLive } from '../live/use-live.ts'
import { Badge } from '../ui/badge.tsx'
import { fillPlaces, type PlaceValues } from './fill-places.ts'
import { findReplies, wishAt } from './find-replies.ts'
import styles from './reply-assist.module.css'

/**
 * Offers saved replies while the person types `/` and a part of a title or shortcut. The arrows choose, Enter or Tab inserts,
 * Escape closes. Insertion is typing: the browser can undo it.
 */
export function useReplyAssist(values: PlaceValues): Assist {
  const replies = useCell(repliesOf(useLive().client).all).value ?? []
  const [query, setQuery] = useState<string>()
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const found = query === undefined ? [] : findReplies(replies, query)
  const isOpen = query !== undefined && (found.length > 0 || query === '')

  const insert = (field: HTMLTextAreaElement, reply: SavedReply) => {
    const caret = field.selectionStart
    field.focus()
    field.setSelectionRange(caret - (query ?? '').length - 1, caret)
    document.execCommand('insertText', false, fillPlaces(reply.text, values))
    setQuery(undefined)
  }
  return {
    onCaret(field) {
      const before = field.value.slice(0, field.selectionStart)
      setQuery(field.selectionStart === field.selectionEnd ? wishAt(before) : undefined)
      setChosen(0)
    },
    onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
      if (!isOpen || event.ctrlKey || event.metaKey) return false
      const reply = found[chosen]
      if (event.key === 'Escape') setQuery(undefined)
      else if (event.key === 'ArrowDown') setChosen((chosen + 1) % Math.max(1, found.length))
      else if (event.key === 'ArrowUp') setChosen((chosen + found.length - 1) % Math.max(1, found.length))
      else if ((event.key === 'Enter' || event.key === 'Tab') && reply) insert(event.currentTarget, reply)
      else return false
      event.preventDefault()
      return true
    },
    field: isOpen
      ? { 'aria-controls': id, 'aria-activedescendant': found[chosen] ? `${id}-${found[chosen].uuid}` : undefined }
      : {},
    list: (field) =>
      isOpen ? (
        <div id={id} role="listbox" aria-label={say('replies.title')} className={styles['list']}>
          {found.map((reply, at) => (
            <div
              key={reply.uuid}
              id={`${id}-${reply.uuid}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              className={styles['reply']}
              onPointerDown={(event) => {
                // The field keeps the focus and its caret.
                event.preventDefault()
                if (field) insert(field, reply)
              }}
            >
              <span className={styles['head']}>
                <bdi className={styles['title']}>{reply.title}</bdi>
                {reply.shortcut && <Badge>/{reply.shortcut}</Badge>}
              </span>
              <span className={styles['text']} dir="auto">
                {fillPlaces(reply.text, values)}
              </span>
            </div>
          ))}
          {found.length === 0 && <p className={styles['text']}>{say('replies.none')}</p>}
        </div>
      ) : null,
  }
}
