import { inSystem } from '@askline/db'
import { findPerson } from '@askline/domain/people/find-person'
import { type Command, RefusedError } from './command.ts'
import { companyNamed } from './companies.ts'
import { inviteByOperator } from './invite.ts'

export const staffInvite: Command = {
  name: 'staff invite',
  usage: '<e-mail> --company <tag>',
  summary:
    'Prints once a link with which an expert, agent or admin sets a new password, valid for seven days. Helps an only admin who cannot sign in.',
  words: 1,
  flags: { required: ['company'] },
  async run({ db, issuer, say }, { words: [email = ''], flags }) {
    const tag = flags['company'] ?? ''
    const link = await inSystem(db, async (tx) => {
      const companyId = await companyNamed(tx, tag)
      const person = await findPerson(tx, companyId, email)
      if (!person) throw new RefusedError(`The company ${tag} has no person with this e-mail address.`)
      return inviteByOperator(tx, issuer, { companyId, userId: person.userId })
    })
    say(`invitation  ${link}`)
  },
}
