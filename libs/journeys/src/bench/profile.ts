import { mkdirSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'
import { readProfileFolder } from './bench-flags.ts'

/** Imported before a service starts (NODE_OPTIONS). Writes a CPU profile of the process when it ends. */
const folder = readProfileFolder()
const service = process.argv[1]?.match(/services[/\\]([^/\\]+)/)?.[1]
if (folder && service) {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.start')
  process.on('exit', () => {
    session.post('Profiler.stop', (_error, { profile }) => {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${service}-${process.pid}.cpuprofile`), JSON.stringify(profile))
    })
  })
}
