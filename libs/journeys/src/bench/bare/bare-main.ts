import { readBareEnvironment } from '../bench-env.ts'
import { serveBare } from './bare-server.ts'

/** Runs the bare server as a process. It notifies its parent when it listens, and ends with it. */
const { databaseUrl, port } = readBareEnvironment()
await serveBare(databaseUrl, port)
process.on('disconnect', () => process.exit(0))
process.send?.('listening')
