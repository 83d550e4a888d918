import { companyDefaults, type PageLanguage } from '@askline/contracts'
import { companies, statement, type Tx, types } from '@askline/db'

/** Where the widget of a company may be shown, and how it looks. */
export type Widget = {
  companyId: string
  companyName: string
  /** For visitors whose browser wants none of the languages of the pages. */
  language: PageLanguage
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
  const { language, widgetOrigins, widgetColor, widgetSide, widgetTitle, widgetGreeting } = {
    ...companyDefaults,
    ...row.settings,
  }
  return {
    companyId: row.companyId,
    companyName: row.name,
    language,
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
  row: { companyId: companies.id, name: companies.name, settings: companies.settings },
  text: 'select id as "companyId", name, settings from companies where tag = $1',
})

/** Notes that the widget's frame was opened in a page of an origin on a day (`YYYY-MM-DD`). Needs a transaction of `inSystem` with a company. */
export async function noteWidgetOpening(tx: Tx, origin: string, day: string): Promise<void> {
  await tx.query(insertOpening, [origin, day])
}

const insertOpening = statement({
  name: 'insert-widget-opening',
  params: [types.text, types.text],
  text: `insert into widget_openings (company_id, origin, day) values ($company, $1, $2::text::date)
    on conflict (company_id, origin, day) do nothing`,
})
