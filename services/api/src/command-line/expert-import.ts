import { inSystem } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { createExpert } from '@askline/domain/companies/create-expert'
import { DomainError, InvalidValueError } from '@askline/domain/errors'
import type { Command } from './command.ts'
import { companyNamed } from './companies.ts'
import { type CsvRow, eachRow, readCsv } from './csv.ts'

const badges = ['isOfficial', 'isCertified', 'isElite'] as const

export const expertImport: Command = {
  name: 'expert import',
  usage: '<file.csv> --company <tag>',
  summary:
    'Imports experts, all or none. Columns: email,name; optional: languages,topics,topicLevels (topic=1 to 5),categories (separated by ;),capacity,isOfficial,isCertified,isElite.',
  words: 1,
  flags: { required: ['company'] },
  async run({ db, say }, { words: [file = ''], flags }) {
    const rows = await readCsv(
      file,
      ['email', 'name'],
      ['languages', 'topics', 'topicLevels', 'categories', 'capacity', ...badges],
    )
    await inSystem(db, async (tx) => {
      const companyId = await companyNamed(tx, flags['company'] ?? '')
      const add = async (row: CsvRow) => {
        await tx.savepoint(() => createExpert(tx, { companyId, ...expertIn(row) }))
      }
      await eachRow(rows, add, (error) => error instanceof DomainError)
      await recordAct(tx, { companyId, action: 'experts_imported', actor: { kind: 'operator' } })
    })
    say(`${rows.length} experts are imported. They can sign in after an admin has given them a password.`)
  },
}

function expertIn({ values }: CsvRow) {
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
    const value = values[field] ?? ''
    if (!['', 'true', 'false'].includes(value)) {
      throw new InvalidValueError(`${field}_invalid`, field, 'boolean', `${field} must be true or false`)
    }
    return value === 'true'
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
