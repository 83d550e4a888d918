import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LoadAnswer, Order, Run } from './orders.ts'

export type LoadProcess = {
  /** Carries out the order and returns the figures. Throws the error of the load process. */
  run(order: Order): Promise<Run>
  stop(): void
}

/** Starts the load generator. It ends with this process. */
export function startLoad(): LoadProcess {
  const child = fork(fileURLToPath(new URL('load-main.js', import.meta.url)))
  let last = 0
  return {
    run(order) {
      const id = ++last
      return new Promise((resolve, reject) => {
        const hear = (answer: LoadAnswer) => {
          if (answer.id !== id) return
          child.off('message', hear)
          child.off('exit', ended)
          if ('run' in answer) resolve(answer.run)
          else reject(new Error(`${order.kind}: ${answer.failed}`))
        }
        const ended = () => reject(new Error('The load generator ended'))
        child.on('message', hear)
        child.once('exit', ended)
        child.send({ id, order })
      })
    },
    stop: () => void child.kill(),
  }
}
