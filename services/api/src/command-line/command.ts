import type { Database } from '@askline/db'
import type { Bar } from '../replay/progress.ts'

/** A command was asked for in a way that cannot be; exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What a command asks for was refused, in one sentence, or in one for each line of a file; exit code 1. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

export type CommandContext = {
  db: Database
  /** The `iss` of tokens: that of the API. */
  issuer: string
  /** Seconds since 1970. */
  now: () => number
  /** Prints a line. */
  say: (line: string) => void
  /** A line that is written over, where there is a terminal. */
  bar?: Bar | undefined
}

/** What follows the command's name: `name` words in their order, and `--flag value` pairs. */
export type Arguments = { words: string[]; flags: Record<string, string> }

export type Command = {
  /** As it is typed: `company create`. */
  name: string
  /** What follows the name, as help shows it. */
  usage: string
  summary: string
  /** How many words must follow. */
  words?: number
  /** `switches` need no value: to name one means yes. */
  flags: { required?: readonly string[]; optional?: readonly string[]; switches?: readonly string[] }
  run: (context: CommandContext, given: Arguments) => Promise<void>
}

/** Takes `create bank --name "Bank One"` apart. Throws UsageError for what the command does not know, or lacks. */
export function readArguments({ words: wanted = 0, flags: known }: Command, rest: readonly string[]): Arguments {
  const { required = [], optional = [], switches = [] } = known
  const words: string[] = []
  const flags: Record<string, string> = {}
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? ''
    if (!word.startsWith('--')) {
      words.push(word)
      continue
    }
    const [name = '', inline] = word.slice(2).split(/=(.*)/s)
    const isSwitch = switches.includes(name)
    if (!isSwitch && !required.includes(name) && !optional.includes(name))
      throw new UsageError(`There is no flag --${name} here.`)
    const value = inline ?? (isSwitch && rest[at + 1] !== 'yes' ? 'yes' : rest[++at])
    if (value === undefined || value === '') throw new UsageError(`--${name} needs a value.`)
    if (flags[name] !== undefined) throw new UsageError(`--${name} is given twice.`)
    flags[name] = value
  }
  for (const name of required) if (flags[name] === undefined) throw new UsageError(`--${name} is missing.`)
  if (words.length !== wanted) {
    throw new UsageError(words.length > wanted ? `"${words[wanted]}" is one word too many.` : 'Something is missing.')
  }
  return { words, flags }
}
