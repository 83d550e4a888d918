import type { Run } from '../figures.ts'
import type { Order } from './orders.ts'
import { repeatRequests } from './repeat.ts'
import { requestBytes } from './wire.ts'

/** Reads the first page of offered questions of every expert among the senders. */
export function runInboxes(order: Extract<Order, { kind: 'inboxes' }>): Promise<Run> {
  const requests = order.senders.experts.map(({ token }) =>
    requestBytes(order.target, 'GET', '/experts/me/questions?view=offered', { token }),
  )
  return repeatRequests({ ...order, requests, status: 200 })
}
