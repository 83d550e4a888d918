import { isConnectionLoss } from '@askline/db'
import { DomainError } from '@askline/domain'
import { type Command, type CommandContext, RefusedError, readArguments, UsageError } from './command.ts'
import { commands } from './commands.ts'

export type Output = { say: (line: string) => void; complain: (line: string) => void }

/**
 * Runs one command: `argv` is what follows the program. Answers with the exit code: 0 done, 1 refused (nothing was
 * changed), 2 asked for in the wrong way. `open` is called only for a command that can run.
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
  if (isConnectionLoss(error)) return 'The database does not answer: is DATABASE_URL right, and the server running?'
  return error instanceof Error ? error.message : String(error)
}

function helpLines(): string[] {
  const shown = (command: Command) => `  ${command.name} ${command.usage}\n      ${command.summary}`
  return [
    'askline <command>: what the operator does on the host. DATABASE_URL names the database.',
    '',
    ...commands.map(shown),
    '  help\n      These lines.',
    '',
    'Secrets are printed once and kept nowhere. Exit codes: 0 done, 1 refused, 2 wrong usage.',
  ]
}
