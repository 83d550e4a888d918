import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort, lastLines, startGuarded } from '@askline/testing/servers'
import type { Stage } from './stage.ts'

/** A Prometheus that reads the metrics of a stage. */
export type Prometheus = {
  /** Returns the present values of a PromQL expression. Throws if Prometheus refuses it. */
  query(expression: string): Promise<number[]>
  stop(): Promise<void>
}

const configuration = fileURLToPath(new URL('../../../../deploy/observability/prometheus.yml', import.meta.url))

/** Starts Prometheus with the configuration of `deploy`, on the addresses of the stage. It reads them every second. */
export async function startPrometheus(program: string, stage: Pick<Stage, 'metrics'>): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'askline-prometheus-'))
  const port = await findFreePort()
  const logFile = join(folder, 'log')
  writeFileSync(join(folder, 'prometheus.yml'), configurationFor(stage))
  const server = await startGuarded({
    command: program,
    args: [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    cwd: folder,
    logFile,
    stopSignals: [{ signal: 'SIGKILL', afterMs: 0 }],
    leftBehind: [folder],
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    await server.end([{ signal: 'SIGKILL', waitMs: 2_000 }])
    rmSync(folder, { recursive: true, force: true })
  }
  const giveUpAt = performance.now() + 30_000
  while (
    !(await fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (server.isRunning() && performance.now() < giveUpAt) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      continue
    }
    const words = lastLines(logFile, 5)
    await stop()
    throw new Error(`Prometheus does not start: ${words}`)
  }
  return {
    async query(expression) {
      const answer = await fetch(`${url}/api/v1/query`, {
        method: 'POST',
        body: new URLSearchParams({ query: expression }),
      })
      const { data, error } = (await answer.json()) as {
        data?: { result: { value: [number, string] }[] }
        error?: string
      }
      if (!data) throw new Error(`Prometheus refuses ${expression}: ${error}`)
      return data.result.map(({ value: [, value] }) => Number(value))
    },
    stop,
  }
}

/** Returns the configuration of `deploy` with the addresses of the stage in place of names of containers, and without rules. */
function configurationFor({ metrics }: Pick<Stage, 'metrics'>): string {
  let text = readFileSync(configuration, 'utf8')
    .replace(/^rule_files:.*\n/m, '')
    .replace('scrape_interval: 15s', 'scrape_interval: 1s')
  for (const service of new Set(metrics.map((one) => one.service))) {
    const targets = metrics.filter((one) => one.service === service).map(({ place }) => `'${place}'`)
    text = text.replace(
      new RegExp(`dns_sd_configs: \\[\\{ names: \\[${service}\\].*`),
      `static_configs: [{ targets: [${targets.join(', ')}] }]`,
    )
  }
  return text
}
