import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { commonEnv } from '@askline/runtime'
import { StartRefusedError } from '@askline/testing/servers'
import { type Installation, sharedEnvironment } from './services.ts'

/** What all services of a home are told alike, while they run: for `npm run copy`, `node --env-file` and a shell's `.`. */
export const servicesEnvFile = (home: string): string => join(home, 'services.env')

/** Writes it, readable by this user only: the addresses in it may hold passwords. Throws StartRefusedError. */
export function writeServicesEnv(home: string, installation: Installation): void {
  // Of what was inherited only what every service knows: the rest of somebody's environment is not ours to keep.
  const env = Object.entries(sharedEnvironment({ ...installation, env: ownOf(installation.env ?? {}) }))
  removeServicesEnv(home)
  writeFileSync(servicesEnvFile(home), env.map(([name, value]) => `${name}=${quoted(name, value)}\n`).join(''), {
    mode: 0o600,
  })
}

/** Takes it away: whoever runs a copy beside these services ends it. */
export const removeServicesEnv = (home: string): void => rmSync(servicesEnvFile(home), { force: true })

/** What it says; undefined where it is missing. */
export function readServicesEnv(home: string): Record<string, string> | undefined {
  try {
    return parseEnv(readFileSync(servicesEnvFile(home), 'utf8')) as Record<string, string>
  } catch {
    return undefined
  }
}

// The pipe is between one process and its own starter.
const { ASKLINE_PARENT_PIPE: _pipe, ...common } = commonEnv

const ownOf = (env: Record<string, string>) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name === 'SOCKET_URL' || Object.hasOwn(common, name)))

function quoted(name: string, value: string): string {
  const quote = ["'", '`', '"'].find((mark) => !value.includes(mark))
  if (quote && !/[\r\n]/.test(value)) return `${quote}${value}${quote}`
  throw new StartRefusedError(`${name} holds quotes of every kind, or a line break.`, `Percent-encode them in ${name}.`)
}
