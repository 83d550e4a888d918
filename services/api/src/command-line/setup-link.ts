import { inSystem } from '@askline/db'
import { makeSetupLink } from '@askline/domain/companies/set-up'
import { setupAddress } from '../setup-address.ts'
import type { Command } from './command.ts'

export const setupLink: Command = {
  name: 'setup link',
  usage: '',
  summary: 'Prints a link with which a browser creates the first company within a day. Earlier links end.',
  flags: {},
  async run({ db, issuer, say }) {
    say(setupAddress(issuer, await inSystem(db, makeSetupLink)))
  },
}
