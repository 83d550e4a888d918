import { createHash } from 'node:crypto'
import type { FileType } from '@askline/contracts'
import type { Tx } from '@askline/db'
import { chunksOf, storeFile } from '@askline/domain/files/store'
import type { DemoCompany } from './demo-company.ts'
import { knownAnswers } from './known-answers.ts'
import type { SampleQuestion } from './sample.ts'

// The other three of the sample's eleven wordings stay unseen, so that the precision of answers is measured on them too.
const wordingsPerAnswer = 8

/**
 * Stores two training files as uploads of the company's integration: every question of the sample with its class,
 * and eight wordings of each known answer. A routing worker reads the files and trains the models.
 */
export async function storeTrainingFiles(
  tx: Tx,
  company: DemoCompany,
  sample: readonly SampleQuestion[],
): Promise<void> {
  const utterances = sample.map(({ text, intent }) => [text, intent])
  await storeCsv(tx, company, {
    type: 'UTTERANCES',
    name: 'demo-classes.csv',
    head: ['text', 'class'],
    rows: utterances,
  })
  await storeCsv(tx, company, {
    type: 'QA',
    name: 'demo-answers.csv',
    head: ['question', 'answer', 'class'],
    rows: wordingsOfAnswers(sample),
  })
}

function wordingsOfAnswers(sample: readonly SampleQuestion[]): string[][] {
  return knownAnswers.flatMap(({ answer, class: intent }) =>
    sample
      .filter((question) => question.intent === intent)
      .slice(0, wordingsPerAnswer)
      .map(({ text }) => [text, answer, intent ?? '']),
  )
}

type CsvFile = { type: FileType; name: string; head: string[]; rows: string[][] }

async function storeCsv(tx: Tx, { companyId, integrationId }: DemoCompany, file: CsvFile): Promise<void> {
  const bytes = Buffer.from([file.head, ...file.rows].map((fields) => fields.map(quoted).join(',')).join('\n'))
  await storeFile(tx, {
    companyId,
    type: file.type,
    name: file.name,
    format: 'CSV',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
    uploader: { kind: 'integration', id: integrationId },
    chunks: chunksOf(bytes),
  })
}

const quoted = (field: string): string => `"${field.replaceAll('"', '""')}"`
