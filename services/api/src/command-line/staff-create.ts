import { inSystem } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { createPerson } from '@askline/domain/companies/create-person'
import { type Command, UsageError } from './command.ts'
import { companyNamed } from './companies.ts'
import { inviteByOperator } from './invite.ts'

export const staffCreate: Command = {
  name: 'staff create',
  usage: '<e-mail> --company <tag> --name "Name" --role agent|admin',
  summary:
    'Creates an agent or admin. Prints once the link with which the person sets a password, valid for seven days.',
  words: 1,
  flags: { required: ['company', 'name', 'role'] },
  async run({ db, issuer, say }, { words: [email = ''], flags }) {
    const role = flags['role']
    if (role !== 'agent' && role !== 'admin') throw new UsageError('--role must be agent or admin.')
    const link = await inSystem(db, async (tx) => {
      const companyId = await companyNamed(tx, flags['company'] ?? '')
      const { userId } = await createPerson(tx, { companyId, email, name: flags['name'] ?? '', role })
      await recordAct(tx, { companyId, action: 'staff_created', actor: { kind: 'operator' }, targetId: userId })
      return inviteByOperator(tx, issuer, { companyId, userId })
    })
    say(`invitation  ${link}`)
  },
}
