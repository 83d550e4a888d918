import { runAsks } from './asks.ts'
import { runChanges } from './changes.ts'
import { runClaims } from './claims.ts'
import { runConversations } from './conversations.ts'
import { awaitCrowd, disperseCrowd, gatherCrowd, watchCrowd } from './crowd.ts'
import type { LoadAnswer, LoadRequest, Order } from './orders.ts'
import { runPolls } from './polls.ts'
import { runRequests } from './run-requests.ts'
import { runSteadily } from './steady.ts'

/** The load generator: a process that carries out orders over IPC, one at a time. */
process.on('message', ({ id, order }: LoadRequest) => {
  run(order).then(
    (measured) => answer({ id, run: measured }),
    (error: Error) => answer({ id, failed: error.message }),
  )
})
process.on('disconnect', () => process.exit(0))

function run(order: Order) {
  switch (order.kind) {
    case 'asks':
      return runAsks(order)
    case 'polls':
      return runPolls(order)
    case 'conversations':
      return runConversations(order)
    case 'changes':
      return runChanges(order)
    case 'claims':
      return runClaims(order)
    case 'requests':
      return runRequests(order)
    case 'steady':
      return runSteadily(order)
    case 'gather':
      return gatherCrowd(order)
    case 'watch':
      return watchCrowd()
    case 'await':
      return awaitCrowd()
    case 'disperse':
      return disperseCrowd()
  }
}

function answer(told: LoadAnswer): void {
  process.send?.(told)
}
