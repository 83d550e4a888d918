import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cleanup } from '../cleanup.ts'
import { repository } from '../settings.ts'
import type { Engine } from './engine.ts'
import { compose, expect, inRunner, scaledCount } from './stack.ts'

const observabilityFile = join(repository, 'deploy/docker/observability.env')
const allFiles = ['backup', 'observability'].flatMap((name) => ['-f', `deploy/docker/compose.${name}.yml`])

/** Throws StartRefusedError unless Compose accepts all files together and each keeps its settings. Nothing is started. */
export async function mergeAllFiles(engine: Engine, cleanup: Cleanup): Promise<void> {
  if (!existsSync(observabilityFile)) {
    cleanup.add(() => rmSync(observabilityFile, { force: true }))
    writeFileSync(observabilityFile, 'GF_SECURITY_ADMIN_PASSWORD=none\n', { mode: 0o600 })
  }
  const merged = await compose(engine, [...allFiles, 'config'], { BACKUP_FOLDER: '/backups' })
  for (const part of [
    'archive_mode=on',
    'RATE_LIMIT_STORE: redis',
    'http://jaeger:4318',
    'prom/prometheus',
    'prom/node-exporter',
  ])
    expect(merged.includes(part), `All files together lack ${part}.`)
}

/** ms for the first readings of all targets, which Prometheus makes every 15 s. */
const readWithinMs = 90_000
const watchers = ['prometheus', 'node-exporter']
const prometheusUrl = 'http://localhost:9090'

type Targets = { data: { activeTargets: { labels: { job: string }; health: string; lastError: string }[] } }
type Rules = { data: { groups: { rules: { name: string; health: string }[] }[] } }

/**
 * Starts Prometheus and the exporter of disks beside the scaled installation, and removes them again. Throws StartRefusedError unless
 * Prometheus reads every process and the exporter, evaluates every rule, and serves the runbook that alerts link to. Returns what was found.
 */
export async function runPrometheus(engine: Engine, folder: string): Promise<string> {
  const env = { BACKUP_FOLDER: join(folder, 'backups') }
  await compose(engine, [...allFiles, 'up', '--detach', '--wait', '--no-build', '--no-deps', ...watchers], env)
  const read = async (path: string): Promise<string> =>
    inRunner(engine, [
      process.execPath,
      '-e',
      'fetch(process.argv[1]).then((a) => a.text()).then(console.log)',
      prometheusUrl + path,
    ])
  const until = performance.now() + readWithinMs
  let [up, rules] = [[] as string[], [] as Rules['data']['groups'][number]['rules']]
  for (let isWhole = false; !isWhole; ) {
    await pause(2_000)
    const { data } = JSON.parse(await read('/api/v1/targets')) as Targets
    up = data.activeTargets.filter(({ health }) => health === 'up').map(({ labels }) => labels.job)
    const { data: found } = JSON.parse(await read('/api/v1/rules')) as Rules
    rules = found.groups.flatMap((group) => group.rules)
    isWhole = up.length === scaledCount + 1 && rules.length > 0 && rules.every(({ health }) => health === 'ok')
    const states = data.activeTargets.map(({ labels, health, lastError }) => `${labels.job} ${health} ${lastError}`)
    const bad = rules.filter(({ health }) => health !== 'ok').map(({ name }) => name)
    expect(
      performance.now() < until,
      `Prometheus reads ${states.join(', ')}. Rules that are not evaluated: ${bad.join(', ')}.`,
    )
  }
  const written = readFileSync(join(repository, 'deploy/observability/rules.yml'), 'utf8')
  const names = [...written.matchAll(/^ +- (?:alert|record): (\S+)$/gm)]
  expect(names.length === rules.length, `Prometheus has ${rules.length} rules of ${names.length}.`)
  const runbook = await read('/user/RUNBOOK.html')
  expect(runbook.includes('<h2 id="restore-a-backup">'), 'Prometheus does not serve the runbook.')
  await compose(engine, [...allFiles, 'rm', '--stop', '--force', '--volumes', ...watchers], env)
  return `${scaledCount} processes, the disks, ${rules.length} rules`
}

/** Starts the exporter of disks, removes it again, and returns the series that it publishes to the other containers. */
export async function readExporter(engine: Engine): Promise<string> {
  const files = ['-f', 'deploy/docker/compose.observability.yml']
  const script = `
    const attempt = (left) => fetch('http://node-exporter:9100/metrics').then((a) => a.text()).then(console.log, (error) =>
      left > 0 ? setTimeout(attempt, 1000, left - 1) : Promise.reject(error))
    attempt(20)`
  await compose(engine, [...files, 'up', '--detach', '--no-build', '--no-deps', 'node-exporter'])
  const published = await compose(engine, ['exec', '-T', 'api', 'node', '-e', script])
  await compose(engine, [...files, 'rm', '--stop', '--force', '--volumes', 'node-exporter'])
  return published
}
