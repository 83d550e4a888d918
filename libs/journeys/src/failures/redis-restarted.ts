import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { buildLogger } from '@askline/runtime'
import { openQueues } from '@askline/runtime/queues'
import { defineFailure } from './failure.ts'
import { mustBeOfferedOnce } from './offers.ts'

type Size = { questions: number; jobs: number }

export const redisRestarted = defineFailure<Size>({
  id: 'F10',
  title: 'Redis killed and restarted on its append-only file with jobs waiting',
  promise: 'loses no job that was there a second before, and every question is routed once',
  needs: { workers: 2 },
  company: { times: { offerMs: 3_600_000 } },
  short: { questions: 60, jobs: 600 },
  full: { questions: 2_000, jobs: 100_000 },

  async run(scene, { questions, jobs }) {
    const { stage, askMany, within, must, unrouted } = scene
    for (const worker of stage.workers) worker.kill('SIGSTOP')
    const ledger = await askMany(questions)
    const queues = openQueues({
      redisUrl: stage.redis.url,
      prefix: '{askline}',
      logger: buildLogger('chaos', 'silent'),
    })
    await within(5_000, 'Redis is there', () => queues.isConnected())
    const uuids = ledger.map(({ uuid }) => uuid ?? '')
    for (let from = 0; from < jobs; from += 500) {
      await queues.relay(
        Array.from({ length: Math.min(500, jobs - from) }, (_, n) => ({
          id: 0,
          key: randomUUID(),
          jobs: [{ job: 'route-question' as const, payload: { questionId: uuids[(from + n) % uuids.length] ?? '' } }],
        })),
      )
    }
    await pause(1_200)
    const before = (await queues.counts()).routing
    await stage.redis.kill('SIGKILL')
    await stage.redis.start()
    await within(10_000, 'Redis is back', async () => queues.isConnected())
    const after = await countsOf(queues)
    const waitingBefore = before.waiting + before.active
    const waitingAfter = after.waiting + after.active
    must(waitingAfter >= waitingBefore, `${waitingBefore} jobs waited, ${waitingAfter} are left`)
    const from = performance.now()
    for (const worker of stage.workers) worker.kill('SIGCONT')
    await within(60_000, 'Every question is routed', async () => (await unrouted()) === 0)
    const recoveredMs = performance.now() - from
    await within(60_000, 'Every job is done', async () => (await countsOf(queues)).waiting === 0)
    await mustBeOfferedOnce(scene, uuids)
    await queues.close()
    return {
      injected: `Redis killed with ${jobs + questions} jobs waiting`,
      ledger,
      recoveredMs,
      figures: { 'BullMQ jobs before': waitingBefore, after: waitingAfter },
    }
  },
})

const countsOf = async (queues: ReturnType<typeof openQueues>) => (await queues.counts()).routing
