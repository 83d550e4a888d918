import { parseArgs } from 'node:util'
import type { Database } from '@askline/db'
import type { SecretBox } from '@askline/runtime'
import type { Bar } from '../replay/progress.ts'

/** The command line is invalid; exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A command was refused. The message is one sentence, or one per line of a file; exit code 1. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

export type CommandContext = {
  db: Database
  /** The `iss` of tokens; must equal that of the API. */
  issuer: string
  /** Decrypts the keys that sign tokens. Throws RefusedError if SECRETS_KEY is not set. */
  secrets: () => SecretBox
  /** Removes every job from the queues in Redis. Returns the number of removed keys. Throws RefusedError if Redis is missing. */
  emptyQueues: () => Promise<number>
  /** Seconds since 1970. */
  now: () => number
  /** Prints a line. */
  say: (line: string) => void
  /** A progress line that is overwritten; only on a terminal. */
  bar?: Bar | undefined
}

/** The switch by which a command replaces a signing key that SECRETS_KEY does not open. */
export const secretsKeyIsLost = 'secrets-key-is-lost'

/** The arguments of a command: words in order, and flags by name. A switch has the value `yes`. */
export type Arguments = { words: string[]; flags: Record<string, string> }

export type Command = {
  /** As it is typed, for example `company create`. */
  name: string
  /** The arguments, as help shows them. */
  usage: string
  summary: string
  /** Number of words that must follow the name. */
  words?: number
  /** `switches` are flags without a value. */
  flags: { required?: readonly string[]; optional?: readonly string[]; switches?: readonly string[] }
  run: (context: CommandContext, given: Arguments) => Promise<void>
}

/**
 * Parses what follows a command's name, such as `bank --name "Bank One"`. Throws UsageError for an unknown, missing or repeated
 * flag, a flag without a value, and a wrong number of words.
 */
export function readArguments(
  { name: command, usage, words: wanted = 0, flags: known }: Command,
  rest: readonly string[],
): Arguments {
  const { required = [], optional = [], switches = [] } = known
  const options = Object.fromEntries([
    ...[...required, ...optional].map((name) => [name, { type: 'string' }] as const),
    ...switches.map((name) => [name, { type: 'boolean' }] as const),
  ])
  // Not strict: the messages of parseArgs name neither the command's flags nor what to do.
  const { tokens } = parseArgs({ args: [...rest], options, strict: false, allowPositionals: true, tokens: true })
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const flags: Record<string, string> = {}
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    const option = options[name]
    if (!option) throw new UsageError(`This command has no flag ${rawName}.`)
    if (option.type === 'boolean' && value !== undefined) throw new UsageError(`${rawName} takes no value.`)
    if (option.type === 'string' && !value) throw new UsageError(`${rawName} needs a value.`)
    if (flags[name] !== undefined) throw new UsageError(`${rawName} is given twice.`)
    flags[name] = value ?? 'yes'
  }
  for (const name of required) if (flags[name] === undefined) throw new UsageError(`--${name} is missing.`)
  if (words.length > wanted) throw new UsageError(`"${words[wanted]}" is an unexpected argument.`)
  if (words.length < wanted) throw new UsageError(`An argument is missing. Usage: ${command} ${usage}.`)
  return { words, flags }
}
