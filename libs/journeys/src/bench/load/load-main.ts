import { runBurst } from './burst.ts'
import { runConversations } from './conversations.ts'
import type { LoadAnswer, LoadRequest, Order, Run } from './orders.ts'
import { runPaced } from './paced.ts'

/** The load generator: a process that carries out orders over IPC, one at a time. */
process.on('message', ({ id, order }: LoadRequest) => {
  carryOut(order).then(
    (run) => answer({ id, run }),
    (error: Error) => answer({ id, failed: error.message }),
  )
})
function carryOut(order: Order): Promise<Run> {
  if (order.kind === 'paced') return runPaced(order)
  return order.kind === 'burst' ? runBurst(order) : runConversations(order)
}
process.on('disconnect', () => process.exit(0))

function answer(told: LoadAnswer): void {
  process.send?.(told)
}
