import { say } from '../words/shared-words.ts'
import styles from './connection-line.module.css'
import { useCell, useLive } from './use-live.ts'

/** A quiet line while the service is busy or cannot be reached. `text` says what becomes of what is written without a connection; usually it is sent later. */
export function ConnectionLine({ text = say('connection.offline') }: { text?: string }) {
  const connection = useCell(useLive().connection)
  return (
    <div role="status" className={connection === 'online' ? undefined : styles['line']}>
      {connection === 'busy' && `${say('session.busy')} ${say('list.failedHint')}`}
      {connection === 'offline' && text}
    </div>
  )
}
