import { companyDefaults } from '@askline/contracts'
import { companies, statement, type Tx, types } from '@askline/db'

/** Where the widget of a company may be shown, and how it looks. */
export type Widget = {
  companyName: string
  /** Origins of the pages that may show it. */
  origins: readonly string[]
  /** `#rrggbb` */
  color: string
  side: 'START' | 'END'
  /** Empty for the text of the pages in the language of the browser. */
  title: string
  greeting: string
}

/** Returns the widget of the company with this tag, or `undefined` if there is no such company. Needs a transaction of `inSystem`. */
export async function findWidget(tx: Tx, companyTag: string): Promise<Widget | undefined> {
  const [row] = await tx.query(selectWidget, [companyTag])
  if (!row) return undefined
  const { widgetOrigins, widgetColor, widgetSide, widgetTitle, widgetGreeting } = {
    ...companyDefaults,
    ...row.settings,
  }
  return {
    companyName: row.name,
    origins: widgetOrigins,
    color: widgetColor,
    side: widgetSide,
    title: widgetTitle,
    greeting: widgetGreeting,
  }
}

const selectWidget = statement({
  name: 'select-widget',
  params: [types.text],
  row: { name: companies.name, settings: companies.settings },
  text: 'select name, settings from companies where tag = $1',
})
