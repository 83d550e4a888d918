import { say } from '../words/words.ts'
import styles from './connection-line.module.css'
import { useCell, useLive } from './use-live.ts'

/** A quiet line while the service cannot be reached. What is written meanwhile is kept and sent later. */
export function ConnectionLine() {
  const isOffline = useCell(useLive().connection) === 'offline'
  return (
    <div role="status" className={isOffline ? styles['line'] : undefined}>
      {isOffline ? say('connection.offline') : null}
    </div>
  )
}
