import type { Run } from '../figures.ts'
import type { Order } from './orders.ts'
import { repeatRequests } from './repeat.ts'
import { requestBytes } from './wire.ts'

/** Polls unchanged questions, each with its asker's token. Any status but 304 is an error. */
export function runPolls({ questions, ...order }: Extract<Order, { kind: 'polls' }>): Promise<Run> {
  const requests = questions.map(({ uuid, lastUpdated, asker }) =>
    requestBytes(order.target, 'GET', `/questions/${uuid}?lastChecked=${lastUpdated}`, {
      token: order.senders.askers[asker]?.token,
    }),
  )
  return repeatRequests({ ...order, requests, status: 304 })
}
