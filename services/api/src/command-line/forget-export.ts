import type { Command } from './command.ts'
import { exportOutsideList } from './outside-list.ts'
import { tombstones } from './tombstones.ts'

export const forgetExport: Command = {
  name: 'forget --export',
  usage: '--earlier <last output, or - for standard input>',
  summary:
    'Prints the forgotten people, without names or addresses, and those of the last output. Keep the output with the backups, for `restored`.',
  flags: { required: ['earlier'] },
  run: (context, { flags }) => exportOutsideList(context, tombstones, flags['earlier'] ?? ''),
}
