import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceProcess } from '@askline/local'
import { insertDue } from '../failures/pending.ts'
import type { Order, Run } from './load/orders.ts'
import type { LoadProcess } from './load/process.ts'
import type { Side } from './side.ts'

/** Most ms of each latency during a disturbance. */
const latestMs = 150
const dueCount = 10_000
const sample = new URL('../../../../deploy/local/demo-data/banking77-sample.csv', import.meta.url)

/** Something that disturbs an installation. `prepare` runs before the load, and `begin` resolves when the disturbance has ended. */
type Disturbance = { name: string; prepare?(side: Side): Promise<void>; begin(side: Side): Promise<void> }

const restarts = (name: string, listCopies: (side: Side) => ServiceProcess[]): Disturbance => ({
  name: `each ${name} restarts in turn`,
  async begin(side) {
    for (const service of listCopies(side)) {
      await service.restart()
      await service.ready()
    }
  },
})

const disturbances: Disturbance[] = [
  { name: 'nothing', begin: async () => undefined },
  { name: 'all tables are analyzed', begin: async ({ stage }) => void (await stage.sql('analyze')) },
  {
    name: `${dueCount} deadlines fall due`,
    async prepare({ stage }) {
      const [model] = await stage.sql<{ id: string }>(`select id from questions where turn = 'experts' limit 1`)
      const at = await insertDue(stage, model?.id ?? '', dueCount, 15_000)
      await pause(at.getTime() - Date.now() - 1_000)
    },
    async begin({ stage }) {
      const open = () =>
        stage.sql(`select 1 from questions where metadata = '{"due": true}' and closed_at is null limit 1`)
      while ((await open()).length > 0) await pause(1_000)
    },
  },
  restarts('API', ({ stage }) => stage.apis),
  restarts('routing worker', ({ stage }) => stage.workers),
  restarts('notifier', ({ stage }) => stage.notifiers),
  {
    name: 'a model is trained',
    async begin({ stage, adminToken }) {
      const form = new FormData()
      form.set('type', 'UTTERANCES')
      form.set('file', new Blob([await trainingRows()]), 'classes.csv')
      const headers = { authorization: `Bearer ${adminToken}` }
      const answer = await fetch(`${stage.apiUrls[0]}/v1/admin/files`, { method: 'POST', headers, body: form })
      if (answer.status !== 201) throw new Error(`The training file was refused: ${await answer.text()}`)
      while ((await stage.sql('select 1 from models limit 1')).length === 0) await pause(100)
    },
  },
]

/** Texts with their classes: those of the demo without quotes, ten times. */
async function trainingRows(): Promise<string> {
  const [, ...rows] = (await readFile(sample, 'utf8')).trim().split('\n')
  const plain = rows.filter((row) => !row.includes('"')).map((row) => row.slice(row.indexOf(',') + 1))
  return ['class,text', ...Array.from({ length: 10 }, (_, n) => plain.map((row) => `${row} (${n})`)).flat()].join('\n')
}

/** Returns an order for 20 conversations and 1,000 polls a second beside 2,000 sockets. */
export const pacedOrder = ({ target, senders }: Side, seconds: number): Order => ({
  kind: 'paced',
  target,
  senders,
  seconds,
  conversations: 20,
  polls: 1_000,
  sockets: 2_000,
})

/** Measures the paced workload during one disturbance after the other. Prints the latencies and the refused requests of each. */
export async function measureDisturbed(side: Side, load: LoadProcess, seconds: number): Promise<Record<string, Run>> {
  const order = pacedOrder(side, seconds)
  const measured: Record<string, Run> = {}
  await load.run(order)
  for (const { name, prepare, begin } of disturbances) {
    await prepare?.(side)
    const from = performance.now()
    const running = load.run(order)
    console.log(`  ${new Date().toISOString().slice(11, 19)} ${name}`)
    await begin(side)
    const tookMs = performance.now() - from
    const run = await running
    measured[name] = run
    const p99 = Object.entries(run.latencies).map(([what, { p99 }]) => `${what} ${p99.toFixed(0)}`)
    console.log(`    took ${(tookMs / 1_000).toFixed(1)} s · p99 in ms: ${p99.join(', ')}; wanted ≤ ${latestMs}`)
    if (run.errors > 0) console.log(`    ${run.errors} refused: ${JSON.stringify(run.failures)}`)
  }
  return measured
}
