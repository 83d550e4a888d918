import type { TextFinding } from '@askline/contracts'
import { knowledge, statement, type Tx, types } from '@askline/db'
import { findRoutedCategory } from '../routing/category.ts'

export type TextContext = { language?: string | undefined; questionCategory?: string | undefined }

const known = statement({
  name: 'narrow-text-finding',
  params: [types.uuid, types.uuid],
  row: { language: knowledge.language },
  text: 'select language from knowledge where company_id = $1 and id = $2::uuid',
})

/** `en` of `en-GB`: known answers say no more than that. */
const primary = (language: string) => language.toLowerCase().split('-', 1)[0]

/**
 * Returns the worker's finding, without an answer in another language than the requested one. An answer without a language suits
 * every language. Throws InvalidValueError for an unknown category, as ask does, so that clients notice a misspelled name.
 */
export async function narrowFinding(
  tx: Tx,
  companyId: string,
  finding: TextFinding,
  { language, questionCategory }: TextContext,
): Promise<TextFinding> {
  if (questionCategory !== undefined) await findRoutedCategory(tx, companyId, questionCategory)
  if (language === undefined || finding.knowledgeId === null) return finding
  const [row] = await tx.query(known, [companyId, finding.knowledgeId])
  const isOther = row?.language != null && primary(row.language) !== primary(language)
  return isOther ? { ...finding, knowledgeId: null, abstains: 'another_language' } : finding
}
