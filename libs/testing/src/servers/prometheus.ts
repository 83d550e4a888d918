import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canInstallPackages, findProgram, installPackage } from './apt-packages.ts'
import { readServerEnvironment } from './environment.ts'
import { findFreePort } from './free-port.ts'
import { startGuarded } from './guarded-process.ts'
import type { Log } from './server.ts'

export type Prometheus = {
  /** Evaluates a query now. Returns the number of series with a value that is a number. Throws if the query is invalid. */
  count(query: string): Promise<number>
  stop(): Promise<void>
}

/** Returns the path of Prometheus, installed by apt-get where that is possible, or `undefined`. */
export async function bringPrometheus(log: Log): Promise<string | undefined> {
  const { path } = readServerEnvironment()
  const found = findProgram('prometheus', path)
  if (found || !canInstallPackages(path) || !(await installPackage('prometheus', log))) return found
  return findProgram('prometheus', path)
}

export type PrometheusOptions = {
  /** Host and port of each process, by the value of its label `service`. */
  targets: { service: string; place: string }[]
  rulesFile: string
}

/** Starts a Prometheus that reads `targets` and evaluates the rules every second. It answers queries at once. */
export async function startPrometheus(program: string, { targets, rulesFile }: PrometheusOptions): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'askline-prometheus-'))
  const port = await findFreePort()
  const configuration = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: [rulesFile],
    scrape_configs: [
      {
        job_name: 'askline',
        honor_labels: true,
        static_configs: targets.map(({ service, place }) => ({ targets: [place], labels: { service } })),
      },
    ],
  }
  // JSON is YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(configuration))
  const server = await startGuarded({
    command: program,
    args: [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    logFile: join(folder, 'log'),
    stopSignals: [{ signal: 'SIGKILL', afterMs: 0 }],
    leftBehind: [folder],
  })
  return {
    async count(query) {
      const body = new URLSearchParams({ query })
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/query`, { method: 'POST', body })
      const answer = (await response.json()) as Answer
      if (answer.status !== 'success') throw new Error(`${query}: ${answer.error}`)
      return answer.data.result.filter(({ value }) => Number.isFinite(Number(value[1]))).length
    },
    async stop() {
      await server.end([
        { signal: 'SIGTERM', waitMs: 3_000 },
        { signal: 'SIGKILL', waitMs: 1_000 },
      ])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Answer =
  | { status: 'success'; data: { result: { value: [number, string] }[] } }
  | { status: 'error'; error: string }
