import { inSystem } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { createCompany } from '@askline/domain/companies/create-company'
import { createPerson } from '@askline/domain/companies/create-person'
import type { Command } from './command.ts'
import { inviteByOperator } from './invite.ts'

export const companyCreate: Command = {
  name: 'company create',
  usage: '<tag> --name "Name" [--invite <e-mail>] [--sandbox]',
  summary:
    'Creates a company with its default category. Questions show the tag. A sandbox can advance its clock. With --invite it prints a link for the first admin.',
  words: 1,
  flags: { required: ['name'], optional: ['invite'], switches: ['sandbox'] },
  async run({ db, issuer, say }, { words: [tag = ''], flags }) {
    const email = flags['invite']
    const { companyId, link } = await inSystem(db, async (tx) => {
      const isSandbox = flags['sandbox'] === 'yes'
      const { companyId } = await createCompany(tx, { tag, name: flags['name'] ?? '', isSandbox })
      const act = { companyId, actor: { kind: 'operator' } } as const
      await recordAct(tx, { ...act, action: 'company_created', targetId: companyId })
      if (email === undefined) return { companyId, link: undefined }
      // The admin chooses a name when they accept.
      const [name = ''] = email.split('@')
      const { userId } = await createPerson(tx, { companyId, email, name, role: 'admin' })
      await recordAct(tx, { ...act, action: 'staff_created', targetId: userId })
      return { companyId, link: await inviteByOperator(tx, issuer, { companyId, userId }) }
    })
    say(`Company ${tag} is created: ${companyId}`)
    if (link !== undefined) say(`invitation  ${link}`)
  },
}
