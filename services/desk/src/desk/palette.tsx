import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../inbox/paths.ts'
import { useCell, useLive } from '../live/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { fold } from '../words/fold.ts'
import { say } from './desk-words.ts'
import styles from './palette.module.css'
import { placesOf } from './rail.tsx'

type Entry = { id: string; icon: IconName; name: string; run: () => void }

const mostShown = 10

/** Goes to a page or a question by a part of its name. The arrows choose, Enter goes there. */
export function Palette({ onClose, onShowKeys }: { onClose: () => void; onShowKeys: () => void }) {
  const { me, inbox, preferences } = useLive()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const views =
    me.role === 'expert' ? (['offered', 'claimed', 'answered'] as const) : (['queue', 'queue', 'queue'] as const)
  const lists = [useCell(inbox(views[0])), useCell(inbox(views[1])), useCell(inbox(views[2]))]
  // The palette opens because the person asked for it by key.
  useEffect(() => field.current?.focus(), [])

  const go = (path: string) => () => navigate(path)
  const theme = (name: 'light' | 'dark' | 'system') => () => preferences.set({ theme: name })
  const entries: Entry[] = [
    ...placesOf[me.role].map(({ path, icon, name }) => ({ id: path, icon, name: say(name), run: go(path) })),
    { id: 'keys', icon: 'keyboard', name: say('palette.keys'), run: onShowKeys },
    { id: 'light', icon: 'sun', name: say('palette.light'), run: theme('light') },
    { id: 'dark', icon: 'moon', name: say('palette.dark'), run: theme('dark') },
    { id: 'system', icon: 'settings', name: say('palette.system'), run: theme('system') },
    ...[...new Set(views)].flatMap((view, at) =>
      (lists[at]?.value ?? []).map((question) => ({
        id: question.uuid,
        icon: 'message-square' as const,
        name: question.conversation?.subject ?? '',
        run: go(`${paths[view]}/${question.uuid}`),
      })),
    ),
  ]
  const wish = fold(text.trim())
  const found = entries.filter(({ name }) => fold(name).includes(wish)).slice(0, mostShown)

  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 && event.key !== 'Enter') return
    event.preventDefault()
    if (event.key === 'Enter') choose(found[chosen])
    else setChosen((chosen + step + found.length) % Math.max(1, found.length))
  }
  return (
    <Dialog
      title={say('palette.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{say('keys.close')}</Button>}
    >
      <TextField
        ref={field}
        label={say('palette.label')}
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={say('palette.title')} className={styles['list']}>
        {found.map((entry, at) => (
          <div
            key={entry.id}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === chosen}
            className={styles['entry']}
            onClick={() => choose(entry)}
            onKeyDown={onKeyDown}
          >
            <Icon name={entry.icon} />
            <span className={styles['name']}>
              <bdi>{entry.name}</bdi>
            </span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p role="status">{say('palette.none')}</p>}
    </Dialog>
  )
}
