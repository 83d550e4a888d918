import { inSystem } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { forgetPerson } from '@askline/domain/privacy/forget'
import type { Command } from './command.ts'
import { companyNamed } from './companies.ts'

export const forget: Command = {
  name: 'forget',
  usage: '<company> <e-mail>',
  summary: 'Forgets a person at once. A routing worker then erases their texts. Prints the receipt.',
  words: 2,
  flags: {},
  async run({ db, say }, { words: [company = '', email = ''] }) {
    const receipt = await inSystem(db, async (tx) => {
      const companyId = await companyNamed(tx, company)
      const forgotten = await forgetPerson(tx, { companyId, email })
      const targetId = forgotten.receipt.uuid
      await recordAct(tx, { companyId, action: 'user_forgotten', actor: { kind: 'operator' }, targetId })
      return forgotten.receipt
    })
    say(`receipt   ${receipt.uuid}`)
    say(`status    ${receipt.status}`)
  },
}
