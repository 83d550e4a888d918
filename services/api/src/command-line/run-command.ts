import { isConnectionLoss } from '@askline/db'
import { DomainError } from '@askline/domain/errors'
import { type Command, type CommandContext, RefusedError, readArguments, UsageError } from './command.ts'
import { commands } from './commands.ts'

export type Output = { say: (line: string) => void; complain: (line: string) => void }

/**
 * Runs one command. `argv` is what follows the program. Returns the exit code: 0 done, 1 refused and nothing changed, 2 invalid
 * command line. Calls `open` only for a valid command line.
 */
export async function runCommand(
  argv: readonly string[],
  { say, complain }: Output,
  open: () => Promise<Omit<CommandContext, 'say'> & { close: () => Promise<void> }>,
): Promise<number> {
  if (argv.length === 0 || argv[0] === 'help' || argv.includes('--help')) {
    for (const line of helpLines()) say(line)
    return 0
  }
  const command = commands.find(({ name }) => `${argv.join(' ')} `.startsWith(`${name} `))
  try {
    if (!command) throw new UsageError(`There is no command "${argv.slice(0, 2).join(' ')}". See: askline help`)
    const given = readArguments(command, argv.slice(command.name.split(' ').length))
    const { close, ...context } = await open()
    await command.run({ ...context, say }, given).finally(close)
    return 0
  } catch (error) {
    complain(sentenceOf(error))
    if (!(error instanceof UsageError)) return 1
    if (command) complain(`Usage: askline ${command.name} ${command.usage}`.trimEnd())
    return 2
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof RefusedError) return error.message
  if (error instanceof DomainError) return error.message.endsWith('.') ? error.message : `${error.message}.`
  if (isConnectionLoss(error))
    return 'The database does not answer. Check DATABASE_URL and whether the server is running.'
  return error instanceof Error ? error.message : String(error)
}

function helpLines(): string[] {
  const shown = (command: Command) => `  ${command.name} ${command.usage}\n      ${command.summary}`
  return [
    'askline <command>: the operator\u2019s commands. DATABASE_URL names the database; SECRETS_KEY is needed for keys and tokens.',
    '',
    ...commands.map(shown),
    '  help\n      Prints this help.',
    '',
    'Secrets are printed once and not stored. Exit codes: 0 done, 1 refused, 2 invalid command line.',
  ]
}
