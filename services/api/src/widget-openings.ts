import { type Database, inSystem } from '@askline/db'
import { noteWidgetOpening, type Widget } from '@askline/domain/companies/widget'
import type { Logger } from '@askline/runtime'

/**
 * Returns a function that notes in which pages the widget's frame is opened: one row per company, origin and day, and only of
 * allowed origins. It returns whether the opening is noted. The process remembers that, so a busy widget causes no statements. A
 * failure is only logged, because the frame works without it.
 */
export function openWidgetOpenings({ db, logger }: { db: Database; logger: Logger }) {
  let noted = new Set<string>()
  let notedDay = ''
  return async function noteOpening({ companyId, origins }: Widget, origin: string | undefined): Promise<boolean> {
    if (origin === undefined || !origins.includes(origin)) return false
    const day = new Date().toISOString().slice(0, 10)
    if (day !== notedDay) noted = new Set()
    notedDay = day
    const known = noted
    const key = `${companyId} ${origin}`
    if (known.has(key)) return true
    try {
      await inSystem(db, (tx) => noteWidgetOpening(tx.of(companyId), origin, day))
      known.add(key)
      return true
    } catch (error) {
      logger.warn({ err: error }, 'an opening of the widget was not noted')
      return false
    }
  }
}
