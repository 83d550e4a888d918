import { readPreferences } from '../live/preferences.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type DeskKey, say } from './desk-words.ts'
import styles from './keys-help.module.css'

const keys = [
  ['j', 'keys.next'],
  ['k', 'keys.previous'],
  ['f', 'keys.forYou'],
  ['o', 'keys.openToAll'],
  ['Enter', 'keys.answer'],
  ['c', 'move.claim'],
  ['d', 'move.decline'],
  ['r', 'keys.write'],
  ['Ctrl+Enter', 'keys.send'],
  ['/', 'keys.replies'],
  ['/', 'keys.search'],
  ['n', 'keys.note'],
  ['z', 'keys.undo'],
  ['Ctrl+Z', 'keys.undoInField'],
  ['Esc', 'keys.leaveField'],
  ['e', 'move.markResolved'],
  ['x', 'move.escalate'],
  ['?', 'keys.all'],
  ['Ctrl+K', 'keys.palette'],
] as const satisfies [string, DeskKey][]

/** All keys of the desk. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={say('keys.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{say('keys.close')}</Button>}
    >
      {!readPreferences().hasShortcuts && <p>{say('keys.off')}</p>}
      <dl className={styles['keys']}>
        {keys.map(([key, what]) => (
          <div key={what} className={styles['row']}>
            <dt>
              <kbd className={styles['key']}>{key}</kbd>
            </dt>
            <dd>{say(what)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
