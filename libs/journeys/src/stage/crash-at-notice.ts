import pg from 'pg'
import { crashNotice } from './crash-notice.ts'

/** Imported before a service starts (NODE_OPTIONS). Crashes the process at once when Postgres sends `crashNotice`. */
const { emit } = pg.Client.prototype
pg.Client.prototype.emit = function (this: pg.Client, event: string | symbol, ...told: unknown[]): boolean {
  const [notice] = told
  if (event === 'notice' && notice instanceof Object && 'message' in notice && notice.message === crashNotice)
    process.kill(process.pid, 'SIGKILL')
  return Reflect.apply(emit, this, [event, ...told])
}
