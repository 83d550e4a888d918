import type { TextFinding } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import { findRoutedCategory } from '../routing/category.ts'

export type TextContext = { language?: string | undefined; questionCategory?: string | undefined }

const known: Statement = {
  name: 'narrow-text-finding',
  text: 'select language from knowledge where company_id = $1 and id = $2::uuid',
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
  if (questionCategory !== undefined) await findRoutedCategory(tx, companyId, questionCategory)
  if (language === undefined || finding.knowledgeId === null) return finding
  const [row] = await tx.query<{ language: string | null }>(known, [companyId, finding.knowledgeId])
  const isOther = row?.language != null && primary(row.language) !== primary(language)
  return isOther ? { ...finding, knowledgeId: null, abstains: 'another_language' } : finding
}
