import { inSystem } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { createPerson } from '@askline/domain/companies/create-person'
import { hashPassword, newPassword } from '../oauth/passwords.ts'
import { type Command, UsageError } from './command.ts'
import { companyNamed } from './companies.ts'

export const staffCreate: Command = {
  name: 'staff create',
  usage: '<e-mail> --company <tag> --name "Name" --role agent|admin',
  summary: 'Creates an agent or admin who can sign in. Prints the password once.',
  words: 1,
  flags: { required: ['company', 'name', 'role'] },
  async run({ db, say }, { words: [email = ''], flags }) {
    const role = flags['role']
    if (role !== 'agent' && role !== 'admin') throw new UsageError('--role must be agent or admin.')
    const password = newPassword()
    const passwordHash = await hashPassword(password)
    await inSystem(db, async (tx) => {
      const companyId = await companyNamed(tx, flags['company'] ?? '')
      const { userId } = await createPerson(tx, { companyId, email, name: flags['name'] ?? '', role, passwordHash })
      await recordAct(tx, { companyId, action: 'staff_created', actor: { kind: 'operator' }, targetId: userId })
    })
    say(`password  ${password}`)
  },
}
