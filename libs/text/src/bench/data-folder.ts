import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LabelledText } from '../classify/model.ts'
import type { ResolvedQuestion } from '../ranking/resolved-question.ts'

/** A file of the data folder is missing. */
class MissingDataError extends Error {
  override name = 'MissingDataError'
  readonly code = 'missing_data'
}

type Row = Readonly<Record<string, string>>

/** Rows of a tab-separated file by the names of its first line. Throws MissingDataError. */
function readRows(folder: string, path: string): Row[] {
  const [head = '', ...lines] = read(folder, path).trimEnd().split('\n')
  const names = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))
  })
}

/** Utterances of a file with the columns `text` and `intent`. */
export function readLabelled(folder: string, path: string): LabelledText[] {
  return readRows(folder, path).map((row) => ({ text: row['text'] ?? '', class: row['intent'] ?? '' }))
}

export type Faq = { readonly id: string; readonly question: string; readonly answers: readonly string[] }

export function readFaqs(folder: string): { faqs: Faq[]; queries: { text: string; faq: string }[] } {
  const faqs = read(folder, 'stackfaq/faqs.jsonl')
    .trim()
    .split('\n')
    .map((line): Faq => JSON.parse(line))
  const queries = readRows(folder, 'stackfaq/queries_dev.tsv')
  return { faqs, queries: queries.map((row) => ({ text: row['query'] ?? '', faq: row['faq_id'] ?? '' })) }
}

/** A question site in order of time. */
export function readSite(folder: string, site: string): ResolvedQuestion[] {
  const timeOf = (text: string) => Date.parse(`${text}Z`)
  const answers = groupedBy(readRows(folder, `${site}/answers.tsv`))
  return readRows(folder, `${site}/questions.tsv`)
    .map(
      (row): ResolvedQuestion => ({
        questionId: row['id'] ?? '',
        askedAt: timeOf(row['created'] ?? ''),
        text: `${row['title']} ${row['body'] ?? ''}`.trim(),
        ...(row['asker'] ? { askerId: row['asker'] } : {}),
        ...(row['tags'] ? { tags: row['tags'].split(' ') } : {}),
        answers: (answers.get(row['id']) ?? []).map((answer) => ({
          expertId: answer['answerer'] ?? '',
          answeredAt: timeOf(answer['created'] ?? ''),
          score: Number(answer['score'] || 0),
          accepted: answer['id'] === row['accepted_answer_id'],
        })),
      }),
    )
    .sort((a, b) => a.askedAt - b.askedAt)
}

function read(folder: string, path: string): string {
  const file = join(folder, path)
  if (!existsSync(file)) throw new MissingDataError(`The data folder has no ${path}.`)
  return readFileSync(file, 'utf8')
}

function groupedBy(rows: readonly Row[]): Map<string | undefined, Row[]> {
  const groups = new Map<string | undefined, Row[]>()
  for (const row of rows) {
    const group = groups.get(row['question_id'])
    if (group) group.push(row)
    else groups.set(row['question_id'], [row])
  }
  return groups
}
