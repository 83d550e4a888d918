import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { QuestionView } from '@askline/contracts'
import { bringProgram } from '@askline/testing/servers'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { fetchToken, openCaller, openSocketListener, raiseStage, startPrometheus } from '../src/index.ts'

const observability = fileURLToPath(new URL('../../../deploy/observability/', import.meta.url))
const folder = join(observability, 'dashboards')
type Dashboard = { title: string; panels: { title: string; targets: { expr: string }[] }[] }
const queries = readdirSync(folder).flatMap((file) => {
  const { title, panels } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Dashboard
  return panels.flatMap((panel) => panel.targets.map(({ expr }) => ({ panel: `${title}, ${panel.title}`, expr })))
})

const testedElsewhere = [
  // Published only if Postgres archives its log. services/routing-worker/test/disk-watch.test.ts has them.
  'askline_archived_timestamp_seconds',
  'askline_base_backup_timestamp_seconds',
  // Published only with a standby: replica.test.ts.
  'askline_reports_total',
  // Written by certificate.sh: deploy/local/test/install.test.ts.
  'askline_certificate_start_seconds',
  'askline_certificate_end_seconds',
]
const rules = readFileSync(join(observability, 'rules.yml'), 'utf8')
const series = [...new Set(rules.match(/\b(askline|nodejs)_\w+/g))].filter((name) => !testedElsewhere.includes(name))
const wanted = [...queries, ...series.map((expr) => ({ panel: 'Series of a rule', expr }))]

const program = await bringProgram('prometheus', console.log)

describe.skipIf(program === undefined)('the dashboards, on Prometheus and a stack with traffic', async () => {
  if (program === undefined) return
  const stage = await raiseStage({ couriers: 1 })
  const prometheus = await startPrometheus(program, stage)
  afterAll(async () => {
    await prometheus.stop()
    await stage.stop()
  })
  // Deadlines fall due during the test.
  const company = await stage.found({ experts: 2, times: { offerMs: 1_000, expiryMs: 2_000, awayAfterMissed: 0 } })
  const api = stage.apiUrls[0] ?? ''
  const [integration = '', ...experts] = await Promise.all([
    fetchToken(api, company.integration),
    ...company.experts.map((expert) => fetchToken(api, expert)),
  ])

  test('every query of a panel and every other series of a rule returns a number', async () => {
    const shop = openCaller([api], integration)
    const listeners = await Promise.all(experts.map((token) => openSocketListener(stage.notifierUrls[0] ?? '', token)))
    let isOver = false
    const traffic = (async () => {
      while (!isOver) {
        const text = 'Where is my card?'
        const { data } = await shop.post<QuestionView>('/questions', { text, userEmail: 'ada@example.com' })
        await listeners[0]?.watch(data.uuid)
        await shop.post('/predictiveRouting', { text })
        await upload(integration)
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    })()

    await vi
      .waitFor(
        async () => {
          const silent: string[] = []
          for (const { panel, expr } of wanted) {
            const values = await prometheus.query(expr)
            if (!values.some(Number.isFinite)) silent.push(`${panel}: ${expr}`)
          }
          expect(silent).toEqual([])
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .finally(() => {
        isOver = true
      })
    await traffic
    for (const listener of listeners) listener.close()
  })

  let files = 0
  // A file that is already there is not read again.
  async function upload(token: string) {
    const body = new FormData()
    body.set('type', 'UTTERANCES')
    body.set('file', new Blob([`text,class\nWhere is card ${++files}?,card\n`]), 'utterances.csv')
    await fetch(`${api}/v1/files`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
  }
})
