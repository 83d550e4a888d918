import { Failures } from '../failures.ts'
import { type Run, runOf } from '../figures.ts'
import type { Target } from './wire.ts'
import { onWires } from './wire.ts'

export type Repeated = { target: Target; seconds: number; connections: number; requests: Buffer[]; status: number }

/** Sends the requests in turn on all connections until the time ends. Any other status is an error. */
export async function repeatRequests({ target, seconds, connections, requests, status }: Repeated): Promise<Run> {
  const latencies: number[] = []
  const failures = new Failures()
  let next = 0
  const took = await onWires(connections, target, async (wire, began) => {
    for (;;) {
      const sentAt = performance.now()
      if (sentAt >= began + seconds * 1_000) return
      const request = requests[next++ % requests.length]
      if (!request) return
      const answer = await wire.send(request)
      latencies.push(performance.now() - sentAt)
      if (answer.status !== status) failures.add(`status ${answer.status}`)
    }
  })
  return runOf(latencies, took, failures, latencies.length - failures.total)
}
