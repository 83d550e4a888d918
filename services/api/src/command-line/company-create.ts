import { inSystem } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { createCompany } from '@askline/domain/companies/create-company'
import type { Command } from './command.ts'

export const companyCreate: Command = {
  name: 'company create',
  usage: '<tag> --name "Name" [--sandbox]',
  summary: 'Creates a company with its default category. Questions show the tag. A sandbox can advance its clock.',
  words: 1,
  flags: { required: ['name'], switches: ['sandbox'] },
  async run({ db, say }, { words: [tag = ''], flags }) {
    const { companyId } = await inSystem(db, async (tx) => {
      const made = await createCompany(tx, { tag, name: flags['name'] ?? '', isSandbox: flags['sandbox'] === 'yes' })
      const { companyId } = made
      await recordAct(tx, { companyId, action: 'company_created', actor: { kind: 'operator' }, targetId: companyId })
      return made
    })
    say(`Company ${tag} is created: ${companyId}`)
  },
}
