import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { QuestionView } from '@askline/contracts'
import { bringPrometheus, startPrometheus } from '@askline/testing/servers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fetchToken, openCaller, openEar, raiseStage, type Stage } from '../src/index.ts'

const folder = fileURLToPath(new URL('../../../deploy/observability/', import.meta.url))
type Panel = { title: string; targets: { expr: string }[] }
const panels = readdirSync(join(folder, 'dashboards')).flatMap((file) => {
  const dashboard = JSON.parse(readFileSync(join(folder, 'dashboards', file), 'utf8')) as { panels: Panel[] }
  return dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ name: `${file.replace('.json', '')}, ${title}`, expr })),
  )
})
const levels = [...readFileSync(join(folder, 'rules.yml'), 'utf8').matchAll(/record: (\S+)/g)].map(
  ([, name = '']) => name,
)

/** Series that only exist after something that this stage does not do. */
const needsMore: Record<string, string> = {
  'askline:ask_errors:ratio_rate5m': 'a failed ask',
  'askline:ask_errors:ratio_rate30m': 'a failed ask',
  'askline:ask_errors:ratio_rate1h': 'a failed ask',
  'askline:ask_errors:ratio_rate6h': 'a failed ask',
  'askline:ask_errors:ratio_rate3d': 'a failed ask',
  'routing, Promised answer times': 'enough history for a promise',
}

const program = await bringPrometheus((line) => console.log(`  ${line}`))
if (!program) console.log('  Skipped: the dashboards are only run where Prometheus is installed.')

describe.skipIf(!program)('dashboards', () => {
  test('every panel and every service level has data from a live stack', async () => {
    const stage = await raiseStage({ env: { SWEEP_EVERY_MS: '500' } })
    onTestFinished(() => stage.stop())
    const prometheus = await startPrometheus(program ?? '', {
      targets: stage.metrics,
      rulesFile: join(folder, 'rules.yml'),
    })
    onTestFinished(() => prometheus.stop())
    const life = await startLife(stage)
    onTestFinished(() => life.stop())

    const queries = [...panels, ...levels.map((name) => ({ name, expr: name }))].filter(({ name }) => !needsMore[name])
    await expect
      .poll(
        async () => {
          const counts = await Promise.all(
            queries.map(async ({ name, expr }) => ({ name, series: await prometheus.count(expr) })),
          )
          return counts.filter(({ series }) => series === 0).map(({ name }) => name)
        },
        { timeout: 120_000, interval: 1_000 },
      )
      .toEqual([])
    expect(await prometheus.count('up == 0')).toBe(0)
  })
})

/** Lets a company live on the stage until it is stopped: asks, text requests, answers, changes on a socket, and deadlines. */
async function startLife(stage: Stage): Promise<{ stop(): Promise<void> }> {
  const house = await stage.found({ times: { expiryMs: 5_000 } })
  const [api = ''] = stage.apiUrls
  const token = await fetchToken(api, house.integration, 'ada@example.com')
  const ada = openCaller(stage.apiUrls, token)
  const expert = openCaller(stage.apiUrls, await fetchToken(api, house.experts[0] ?? house.dora))
  const ear = await openEar(stage.notifierUrls[0] ?? '', token)
  let isStopped = false
  const running = (async () => {
    while (!isStopped) {
      const { uuid } = (await ada.post<QuestionView>('/questions', { text: 'Where is my card?' })).data
      await ear.watch(uuid)
      await ada.post('/messages', { questionUuid: uuid, text: 'I lost it in a shop.' })
      await ada.post('/classifications', { text: 'Where is my card?' })
      const answer = { text: 'It is in the mail. It arrives on Monday.', questionUuid: uuid }
      const { data } = await expert.post<{ uuid: string }>('/responses', answer)
      // Every other question is left to its deadline.
      if (data?.uuid && Math.random() < 0.5) await ada.post(`/responses/${data.uuid}/accept`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  return {
    async stop() {
      isStopped = true
      await running
      ear.close()
    },
  }
}
