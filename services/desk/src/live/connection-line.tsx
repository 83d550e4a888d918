import { say } from '../words/shared-words.ts'
import styles from './connection-line.module.css'
import { useCell, useLive } from './use-live.ts'

/** A quiet line while the service cannot be reached. `text` says what becomes of what is written meanwhile; usually it is sent later. */
export function ConnectionLine({ text = say('connection.offline') }: { text?: string }) {
  const isOffline = useCell(useLive().connection) === 'offline'
  return (
    <div role="status" className={isOffline ? styles['line'] : undefined}>
      {isOffline ? text : null}
    </div>
  )
}
