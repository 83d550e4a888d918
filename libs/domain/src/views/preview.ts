import { companies, statement, type Tx, types } from '@askline/db'
import { htmlOf } from '../format/html.ts'

const selectSettings = statement({
  name: 'settings-for-preview',
  params: [types.uuid],
  row: { settings: companies.settings },
  text: 'select settings from companies where id = $1',
})

/** Returns the HTML that a text would have as a message of the company. Nothing is stored. */
export async function previewHtml(tx: Tx, companyId: string, text: string): Promise<string> {
  const [row] = await tx.query(selectSettings, [companyId])
  return htmlOf(text, row?.settings.markdown ?? false)
}
