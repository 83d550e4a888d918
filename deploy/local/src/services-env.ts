import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { commonEnv } from '@askline/runtime'
import { StartRefusedError } from '@askline/testing/servers'
import { type Installation, sharedEnvironment } from './services.ts'

/** File with the shared environment of a home's running services, for `npm run copy`, `node --env-file` and a shell's `.`. */
export const servicesEnvFile = (home: string): string => join(home, 'services.env')

/** Writes the file, readable by this user only, because addresses may contain passwords. Throws StartRefusedError. */
export function writeServicesEnv(home: string, installation: Installation): void {
  // Stores only inherited variables that every service knows, because the rest of the user's environment is private.
  const env = Object.entries(sharedEnvironment({ ...installation, env: ownOf(installation.env ?? {}) }))
  removeServicesEnv(home)
  writeFileSync(servicesEnvFile(home), env.map(([name, value]) => `${name}=${quoted(name, value)}\n`).join(''), {
    mode: 0o600,
  })
}

/** Removes the file. Running copies of these services then end. */
export const removeServicesEnv = (home: string): void => rmSync(servicesEnvFile(home), { force: true })

/** Returns the file's variables, or `undefined` if it is missing. */
export function readServicesEnv(home: string): Record<string, string> | undefined {
  try {
    return parseEnv(readFileSync(servicesEnvFile(home), 'utf8')) as Record<string, string>
  } catch {
    return undefined
  }
}

// The pipe connects one process to its own launcher, so a copy cannot use it.
const { ASKLINE_PARENT_PIPE: _pipe, ...common } = commonEnv

const ownOf = (env: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => ['SOCKET_URL', 'SECRETS_KEY', 'OUTBOUND_ALLOWED'].includes(name) || Object.hasOwn(common, name),
    ),
  )

function quoted(name: string, value: string): string {
  const quote = ["'", '`', '"'].find((mark) => !value.includes(mark))
  if (quote && !/[\r\n]/.test(value)) return `${quote}${value}${quote}`
  throw new StartRefusedError(`${name} holds quotes of every kind, or a line break.`, `Percent-encode them in ${name}.`)
}
