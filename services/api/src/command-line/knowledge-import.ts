import { isLanguage, languageRule } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { addKnowledge } from '@askline/domain/companies/add-knowledge'
import { DomainError, InvalidValueError } from '@askline/domain/errors'
import type { Command } from './command.ts'
import { companyNamed } from './companies.ts'
import { type CsvRow, eachRow, readCsv } from './csv.ts'

export const knowledgeImport: Command = {
  name: 'knowledge import',
  usage: '<file.csv> --company <tag>',
  summary: 'Imports known answers, all or none. Columns: question,answer; optional: class,language.',
  words: 1,
  flags: { required: ['company'] },
  async run({ db, say }, { words: [file = ''], flags }) {
    const rows = await readCsv(file, ['question', 'answer'], ['class', 'language'])
    await inSystem(db, async (tx) => {
      const companyId = await companyNamed(tx, flags['company'] ?? '')
      const add = async (row: CsvRow) => {
        await addKnowledge(tx, { companyId, answers: [answerIn(row)] })
      }
      await eachRow(rows, add, (error) => error instanceof DomainError)
      await recordAct(tx, { companyId, action: 'knowledge_imported', actor: { kind: 'operator' } })
    })
    say(`${rows.length} known answers are imported.`)
  },
}

function answerIn({ values }: CsvRow) {
  const { question = '', answer = '', class: ofClass = '', language = '' } = values
  if (language !== '' && !isLanguage(language)) {
    throw new InvalidValueError('language_invalid', 'language', 'pattern', `language ${languageRule}.`)
  }
  return { question, answer, ...(ofClass ? { class: ofClass } : {}), ...(language ? { language } : {}) }
}
