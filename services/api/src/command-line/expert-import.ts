import { inSystem } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { createExpert } from '@askline/domain/administration/create-expert'
import { InvalidValueError } from '@askline/domain/errors'
import { booleanIn } from '@askline/domain/files/file-columns'
import type { Command } from './command.ts'
import { companyNamed } from './companies.ts'
import { importRows } from './import-rows.ts'
import { inviteByOperator } from './invite.ts'
import { printTable } from './table.ts'

const badges = ['isOfficial', 'isCertified', 'isElite'] as const
const columns = {
  needed: ['email', 'name'],
  allowed: ['languages', 'topics', 'topicLevels', 'categories', 'capacity', ...badges],
}

export const expertImport: Command = {
  name: 'expert import',
  usage: '<file.csv> --company <tag> [--invite]',
  summary:
    'Imports experts, all or none. Columns: email,name; optional: languages,topics,topicLevels (topic=1 to 5),categories (separated by ;),capacity,isOfficial,isCertified,isElite. With --invite it prints once a link for each, with which they set a password.',
  words: 1,
  flags: { required: ['company'], switches: ['invite'] },
  async run({ db, issuer, say }, { words: [file = ''], flags }) {
    const isInviting = flags['invite'] === 'yes'
    const { count, links } = await inSystem(db, async (tx) => {
      const companyId = await companyNamed(tx, flags['company'] ?? '')
      const links: { address: string; invitation: string }[] = []
      const count = await importRows(file, columns, async (values) => {
        const expert = expertIn(values)
        await tx.savepoint(async () => {
          const { userId } = await createExpert(tx, {
            companyId,
            ...expert,
            availability: isInviting ? 'OFFLINE' : 'AVAILABLE',
          })
          if (!isInviting) return
          links.push({ address: expert.email, invitation: await inviteByOperator(tx, issuer, { companyId, userId }) })
        })
      })
      await recordAct(tx, { companyId, action: 'experts_imported', actor: { kind: 'operator' } })
      return { count, links }
    })
    if (isInviting) printTable(say, ['address', 'invitation'], links)
    say(`${count} experts are imported.${isInviting ? '' : ' They can sign in after an admin has invited them.'}`)
  },
}

function expertIn(values: Record<string, string>) {
  const {
    email = '',
    name = '',
    languages = '',
    topics = '',
    topicLevels = '',
    categories = '',
    capacity = '',
  } = values
  const flag = (field: (typeof badges)[number]): boolean => {
    const value = booleanIn(values[field] ?? '')
    if (value === undefined) {
      throw new InvalidValueError(`${field}_invalid`, field, 'boolean', `${field} must be true or false`)
    }
    return value
  }
  const several = (text: string) => text.split(';').flatMap((one) => one.trim() || [])
  return {
    email,
    name,
    languages: languages === '' ? ['en'] : several(languages),
    topics: several(topics),
    topicLevels: Object.fromEntries(several(topicLevels).map(levelIn)),
    categories: several(categories),
    ...(capacity === '' ? {} : { capacity: Number(capacity) }),
    isOfficial: flag('isOfficial'),
    isCertified: flag('isCertified'),
    isElite: flag('isElite'),
  }
}

function levelIn(text: string): [topic: string, level: number] {
  const [topic = '', level = ''] = text.split('=').map((part) => part.trim())
  return [topic, Number(level)]
}
