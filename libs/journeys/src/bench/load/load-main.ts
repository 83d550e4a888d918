import { runConversations } from './conversations.ts'
import type { LoadAnswer, LoadRequest } from './orders.ts'
import { runPaced } from './paced.ts'

/** The load generator: a process that carries out orders over IPC, one at a time. */
process.on('message', ({ id, order }: LoadRequest) => {
  const running = order.kind === 'paced' ? runPaced(order) : runConversations(order)
  running.then(
    (run) => answer({ id, run }),
    (error: Error) => answer({ id, failed: error.message }),
  )
})
process.on('disconnect', () => process.exit(0))

function answer(told: LoadAnswer): void {
  process.send?.(told)
}
