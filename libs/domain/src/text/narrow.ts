import type { TextFinding } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import { InvalidValueError } from '../errors.ts'

export type TextContext = { language?: string | undefined; questionCategory?: string | undefined }

const known: Statement = {
  name: 'narrow-text-finding',
  text: `select k.language, $3::text is null or exists (select 1 from categories c where c.company_id = $1 and c.name = $3) as "hasCategory"
    from (select 1) one left join knowledge k on k.company_id = $1 and k.id = $2::uuid`,
}

/** `en` of `en-GB`: known answers say no more than that. */
const primary = (language: string) => language.toLowerCase().split('-', 1)[0]

/**
 * What the worker found, but for an answer in a language that was not asked for; an answer whose language nobody named suits
 * every one. Throws InvalidValueError for a category the company has not: as on ask, a client must hear that it misspelt one.
 */
export async function narrowFinding(
  tx: Tx,
  companyId: string,
  finding: TextFinding,
  { language, questionCategory }: TextContext,
): Promise<TextFinding> {
  if (language === undefined && questionCategory === undefined) return finding
  const values = [companyId, finding.knowledgeId, questionCategory ?? null]
  const [row] = await tx.query<{ language: string | null; hasCategory: boolean }>(known, values)
  if (row && !row.hasCategory) {
    const message = `The company has no category ${questionCategory}`
    throw new InvalidValueError('category_unknown', 'questionCategory', 'known', message)
  }
  const isOther = language !== undefined && row?.language != null && primary(row.language) !== primary(language)
  return isOther ? { ...finding, knowledgeId: null } : finding
}
