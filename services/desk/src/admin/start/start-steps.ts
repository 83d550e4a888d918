import type { Start } from '@askline/client'
import type { StartKey } from './start-words.ts'

/** The page of the first steps, below `/desk`. */
export const startPath = '/admin/start'

export type Step = Start['steps'][number]
export type StepName = Step['name']

/** The page below `/desk` on which a step is done, and whether its form opens at once. Backups are made outside of the pages. */
const places: Record<StepName, { path: string; text: StartKey; hasForm?: true } | undefined> = {
  CATEGORY: { path: '/admin/categories', text: 'start.CATEGORY.open', hasForm: true },
  EXPERTS: { path: '/admin/experts', text: 'start.EXPERTS.open', hasForm: true },
  INTEGRATION: { path: '/admin/integrations', text: 'start.INTEGRATION.open', hasForm: true },
  WIDGET: { path: '/admin/widget', text: 'start.WIDGET.open' },
  ANSWER: { path: '/admin', text: 'start.ANSWER.open' },
  BACKUP: undefined,
}

/** Returns the link to the page on which a step is done, or `undefined` if no page does it. */
export function linkOf({ name, isDone }: Step): { href: string; text: StartKey } | undefined {
  const place = places[name]
  return place && { href: `${place.path}${place.hasForm && !isDone ? '?add=yes' : ''}`, text: place.text }
}

/** Whether `path` is the page on which a step is done, or one below it. Live is above all pages, so none is below it. */
export function isAtStep(name: StepName, path: string): boolean {
  const place = places[name]?.path
  return place !== undefined && (path === place || (place !== '/admin' && path.startsWith(`${place}/`)))
}

export const countDone = ({ steps }: Start): number => steps.filter(({ isDone }) => isDone).length

/** Whether the page of the first steps is the admin's first page. */
export const isOpen = (start: Start): boolean => !start.isDismissed && countDone(start) < start.steps.length
