import { inSystem } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { makePasswordLink } from '@askline/domain/access/password-links'
import { createCompany } from '@askline/domain/companies/create-company'
import { createPerson } from '@askline/domain/companies/create-person'
import type { Command } from './command.ts'

export const companyCreate: Command = {
  name: 'company create',
  usage: '<tag> --name "Name" [--invite <e-mail>] [--sandbox]',
  summary:
    'Creates a company with its default category. Questions show the tag. A sandbox can advance its clock. With --invite it prints a link for the first admin.',
  words: 1,
  flags: { required: ['name'], optional: ['invite'], switches: ['sandbox'] },
  async run({ db, issuer, say }, { words: [tag = ''], flags }) {
    const email = flags['invite']
    const { companyId, token } = await inSystem(db, async (tx) => {
      const isSandbox = flags['sandbox'] === 'yes'
      const { companyId } = await createCompany(tx, { tag, name: flags['name'] ?? '', isSandbox })
      const act = { companyId, actor: { kind: 'operator' } } as const
      await recordAct(tx, { ...act, action: 'company_created', targetId: companyId })
      if (email === undefined) return { companyId, token: undefined }
      // The admin chooses a name when they accept.
      const [name = ''] = email.split('@')
      const { userId } = await createPerson(tx, { companyId, email, name, role: 'admin' })
      await recordAct(tx, { ...act, action: 'staff_created', targetId: userId })
      const link = await makePasswordLink(tx, { companyId, userId, purpose: 'INVITATION', madeBy: undefined })
      await recordAct(tx, { ...act, action: 'person_invited', targetId: userId })
      return { companyId, token: link.token }
    })
    say(`Company ${tag} is created: ${companyId}`)
    if (token !== undefined) say(`invitation  ${issuer}/invitation#${token}`)
  },
}
