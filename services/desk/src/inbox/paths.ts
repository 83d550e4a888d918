import type { InboxView } from '../live/loaded.ts'

/** The address of each list below `/desk`. */
export const paths = {
  offered: '/offers',
  claimed: '/claimed',
  answered: '/answered',
  queue: '/queue',
} as const satisfies Record<Exclude<InboxView, 'own'>, string>
