import { wallClock } from '@askline/runtime'
import { openCommandDatabase } from './command-line/command-database.ts'
import { readCommandEnv } from './command-line/command-env.ts'
import { emptyQueues } from './command-line/empty-queues.ts'
import { runCommand } from './command-line/run-command.ts'

const terminalBar = {
  write: (line: string) => void process.stderr.write(`\r${line}`),
  end: () => void process.stderr.write('\n'),
}

/** `npm run askline -- <command>`, or `node services/api/dist/askline.js <command>` without npm. */
process.exitCode = await runCommand(
  process.argv.slice(2),
  { say: (line) => console.log(line), complain: (line) => console.error(line) },
  async () => {
    const { databaseUrl, issuer, secrets, queues } = readCommandEnv()
    const db = openCommandDatabase(databaseUrl)
    return {
      db,
      issuer,
      secrets,
      emptyQueues: async () => emptyQueues(queues()),
      bar: process.stderr.isTTY ? terminalBar : undefined,
      now: () => Math.floor(wallClock() / 1000),
      close: () => db.close(),
    }
  },
)
