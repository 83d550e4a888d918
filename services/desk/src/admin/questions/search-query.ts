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

/** Returns the query of the filters that are set. */
export function queryOf({ from, to, ...others }: Record<'from' | 'to', string>): Query {
  const set = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== ''))
  return { ...(set as Query), ...periodOf({ from, to }) }
}
