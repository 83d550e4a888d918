import type { QueryFor } from '@askline/client'
import { periodOf } from '../frame/days.ts'

type Query = Omit<QueryFor<'searchQuestions'>, 'cursor' | 'limit'>

export const stages = ['WAITING', 'OFFERED', 'CLAIMED', 'ASKER', 'AGENTS', 'CLOSED'] as const
export const statuses = [
  'UNRESOLVED',
  'RESOLVED',
  'EXPIRED',
  'CLOSED_BY_COMPANY',
  'CLOSED_BY_ESCALATION',
  'FLAGGED',
  'INAPPROPRIATE',
  'WITHDRAW',
] as const

/** Returns the query of the filters that are set. Unfinished languages are left out. */
export function queryOf({ from, to, language, ...others }: Record<'from' | 'to' | 'language', string>): Query {
  const set = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== ''))
  return { ...(set as Query), ...(/^[a-z]{2}$/i.test(language) && { language }), ...periodOf({ from, to }) }
}
