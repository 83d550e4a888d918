import type { Command } from './command.ts'
import { exportOutsideList } from './outside-list.ts'
import { revocations } from './revocations.ts'

export const revocationsExport: Command = {
  name: 'revocations --export',
  usage: '--earlier <last output, or - for standard input>',
  summary:
    'Prints ended tokens, credentials, keys and sign-ins, without secrets, and those of the last output. Keep the output with the backups, for `restored`.',
  flags: { required: ['earlier'] },
  run: (context, { flags }) => exportOutsideList(context, revocations, flags['earlier'] ?? ''),
}
