import { isLanguage, languageRule } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { InvalidValueError } from '@askline/domain/errors'
import { columnsOf } from '@askline/domain/files/file-columns'
import { addKnowledge } from '@askline/domain/knowledge/add-knowledge'
import type { Command } from './command.ts'
import { companyNamed } from './companies.ts'
import { importRows } from './import-rows.ts'

export const knowledgeImport: Command = {
  name: 'knowledge import',
  usage: '<file.csv> --company <tag>',
  summary: 'Imports known answers, all or none. Columns: question,answer; optional: class,language.',
  words: 1,
  flags: { required: ['company'] },
  async run({ db, say }, { words: [file = ''], flags }) {
    const count = await inSystem(db, async (tx) => {
      const companyId = await companyNamed(tx, flags['company'] ?? '')
      const imported = await importRows(file, columnsOf.QA, async (values) => {
        await addKnowledge(tx, { companyId, answers: [answerIn(values)] })
      })
      await recordAct(tx, { companyId, action: 'knowledge_imported', actor: { kind: 'operator' } })
      return imported
    })
    say(`${count} known answers are imported.`)
  },
}

function answerIn(values: Record<string, string>) {
  const { question = '', answer = '', class: ofClass = '', language = '' } = values
  if (language !== '' && !isLanguage(language)) {
    throw new InvalidValueError('language_invalid', 'language', 'pattern', `language ${languageRule}.`)
  }
  return { question, answer, ...(ofClass ? { class: ofClass } : {}), ...(language ? { language } : {}) }
}
