import { inSystem } from '@askline/db'
import { makeSetupLink } from '@askline/domain/companies/set-up'
import { linkUrl } from '../oauth/link-url.ts'
import type { Command } from './command.ts'

export const setupLink: Command = {
  name: 'setup link',
  usage: '',
  summary: 'Prints a link with which a browser creates the first company within a day. Earlier links end.',
  flags: {},
  async run({ db, issuer, say }) {
    say(linkUrl(issuer, 'SETUP', await inSystem(db, makeSetupLink)))
  },
}
