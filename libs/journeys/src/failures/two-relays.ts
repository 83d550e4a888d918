import { defineFailure } from './failure.ts'
import { mustBeOfferedOnce } from './offers.ts'

type Size = { questions: number; rows: number }

export const twoRelays = defineFailure<Size>({
  id: 'F23',
  title: 'two relays on a full outbox',
  promise: 'hands over every row, each with one effect, and without a deadlock',
  needs: { workers: 2 },
  company: { times: { offerMs: 3_600_000 } },
  short: { questions: 50, rows: 3_000 },
  full: { questions: 1_000, rows: 100_000 },

  async run(scene, { questions, rows }) {
    const { stage, askMany, within, must, unrouted, logs } = scene
    for (const worker of stage.workers) worker.kill('SIGSTOP')
    const ledger = await askMany(questions)
    const uuids = ledger.map(({ uuid }) => uuid)
    // Ten seconds old, so that the relays take them as left behind by their writers.
    await stage.sql(
      `insert into outbox (company_id, jobs, created_at)
       select q.company_id, jsonb_build_array(jsonb_build_object('job', 'route-question', 'payload', jsonb_build_object('questionId', q.id))),
         clock_timestamp() - interval '10 seconds'
       from questions q, generate_series(1, $2::int) where q.id = any($1::uuid[])`,
      [uuids, Math.ceil(rows / questions)],
    )
    const from = performance.now()
    for (const worker of stage.workers) worker.kill('SIGCONT')
    await within(120_000, 'The outbox is empty', async () => {
      const [row] = await stage.sql<{ count: number }>('select count(*)::int from outbox')
      return row?.count === 0
    })
    const recoveredMs = performance.now() - from
    await within(30_000, 'Every question is routed', async () => (await unrouted()) === 0)
    await mustBeOfferedOnce(scene, uuids)
    must(!/deadlock detected|40P01/.test(logs()), 'The relays met in a deadlock')
    return {
      injected: `${rows} rows left behind`,
      ledger,
      recoveredMs,
      figures: { 'rows per second': (rows / recoveredMs) * 1_000 },
    }
  },
})
