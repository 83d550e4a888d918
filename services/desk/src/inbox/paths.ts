import type { Role } from '@askline/contracts'
import type { InboxView } from '../live/loaded.ts'

/** A list of the inbox. */
export type DeskView = Exclude<InboxView, 'own'>

/** The address of each list below `/desk`. */
export const paths = {
  offered: '/offers',
  claimed: '/claimed',
  answered: '/answered',
  queue: '/queue',
} as const satisfies Record<DeskView, string>

/** Returns the list that an address of the desk shows to a person of `role`; `undefined` if it shows none. */
export function findView(pathname: string, role: Role): DeskView | undefined {
  if (role === 'user') return undefined
  const views: DeskView[] = role === 'expert' ? ['offered', 'claimed', 'answered'] : ['queue']
  if (/^\/desk\/?$/.test(pathname)) return views[0]
  return views.find((view) => pathname.startsWith(`/desk${paths[view]}`))
}

/** Returns the address below `/desk` at which a person of `role` reads a question, in whichever list it is. */
export const questionPath = (uuid: string, role: Role): string =>
  role === 'admin' ? `/admin/questions/${uuid}` : `${paths[role === 'expert' ? 'offered' : 'queue']}/${uuid}`
