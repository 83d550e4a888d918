import type { InboxView } from '../live/loaded.ts'
import type { Me } from '../session/session.ts'

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
export function findView(pathname: string, role: Me['role']): DeskView | undefined {
  if (/^\/desk\/?$/.test(pathname)) return role === 'expert' ? 'offered' : 'queue'
  return (Object.keys(paths) as DeskView[]).find((view) => pathname.startsWith(`/desk${paths[view]}`))
}
