import { companyDefaults, type PageLanguage } from '@askline/contracts'
import { statement, type Tx, types } from '@askline/db'

/** Returns the language of a company, named by its id or its tag, or `undefined` if it does not exist. Needs `inSystem`. */
export async function findCompanyLanguage(
  tx: Tx,
  { companyId, companyTag }: { companyId?: string | undefined; companyTag?: string | undefined },
): Promise<PageLanguage | undefined> {
  const [row] = await tx.query(selectLanguage, [companyId ?? null, companyTag ?? null])
  return row && (row.language ?? companyDefaults.language)
}

const selectLanguage = statement({
  name: 'select-company-language',
  params: [types.nullable(types.uuid), types.nullable(types.text)],
  row: { language: types.nullable(types.textOf<PageLanguage>()) },
  text: `select settings ->> 'language' as language from companies where id = $1 or tag = $2`,
})
