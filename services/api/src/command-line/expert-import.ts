import { inSystem } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { createExpert } from '@askline/domain/companies/create-expert'
import { InvalidValueError } from '@askline/domain/errors'
import { booleanIn } from '@askline/domain/files/columns'
import type { Command } from './command.ts'
import { companyNamed } from './companies.ts'
import { importRows } from './import-rows.ts'

const badges = ['isOfficial', 'isCertified', 'isElite'] as const
const columns = {
  needed: ['email', 'name'],
  allowed: ['languages', 'topics', 'topicLevels', 'categories', 'capacity', ...badges],
}

export const expertImport: Command = {
  name: 'expert import',
  usage: '<file.csv> --company <tag>',
  summary:
    'Imports experts, all or none. Columns: email,name; optional: languages,topics,topicLevels (topic=1 to 5),categories (separated by ;),capacity,isOfficial,isCertified,isElite.',
  words: 1,
  flags: { required: ['company'] },
  async run({ db, say }, { words: [file = ''], flags }) {
    const count = await inSystem(db, async (tx) => {
      const companyId = await companyNamed(tx, flags['company'] ?? '')
      const imported = await importRows(file, columns, async (values) => {
        await tx.savepoint(() => createExpert(tx, { companyId, ...expertIn(values) }))
      })
      await recordAct(tx, { companyId, action: 'experts_imported', actor: { kind: 'operator' } })
      return imported
    })
    say(`${count} experts are imported. They can sign in after an admin has given them a password.`)
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
