import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canInstallPackages, findFreePort, installPackage, startGuarded } from '@askline/testing/servers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { repository } from '../src/settings.ts'

const folder = join(repository, 'deploy/observability')
const tests = ['rules.test.yml', 'rules-of-days.test.yml']
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
type Rule = { alert?: string; expr: string; annotations?: { runbook_url: string } }
type AlertTest = { alertname: string; exp_alerts: object[] }
const rules = (parse(read('rules.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)
const alerts = rules.filter(({ alert }) => alert !== undefined)

test('every alert names a section of the runbook that exists', () => {
  const runbook = readFileSync(join(repository, 'deploy/RUNBOOK.md'), 'utf8')
  const sections = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  )
  for (const { alert, annotations } of alerts)
    expect({ alert, section: annotations?.runbook_url.split('#')[1] }).toEqual({
      alert,
      section: expect.toBeOneOf(sections),
    })
})

test('every alert is named in its section of the runbook', () => {
  const sections = readFileSync(join(repository, 'deploy/RUNBOOK.md'), 'utf8').split(/^## /m)
  for (const { alert = '', annotations } of alerts) {
    const anchor = annotations?.runbook_url.split('#')[1]
    const section = sections.find((text) => text.split('\n', 1)[0]?.toLowerCase().replaceAll(' ', '-') === anchor)
    expect(section?.match(/^Alert: (.*)$/m)?.[1]?.match(/\w+/g)).toContain(alert)
  }
})

test('no rule depends on how Prometheus finds the services, because each way has other labels', () => {
  for (const { alert, expr } of rules) expect(`${alert}: ${expr}`).not.toMatch(/\bup\b/)
})

test('every series of a rule is published by a service, or written by a script', () => {
  const sources = [
    'deploy/docker/certificate.sh',
    'libs/runtime/src/metrics.ts',
    'services/api/src/start-api.ts',
    'services/courier/src/courier-metrics.ts',
    'services/notifier/src/start-notifier.ts',
    'services/routing-worker/src/worker-metrics.ts',
  ]
  const published = sources.map((file) => readFileSync(join(repository, file), 'utf8')).join('\n')
  const series = rules.flatMap(({ expr }) => [
    ...expr.matchAll(/\b(askline_[a-z_]+?)(_count|_bucket|_sum)?\b(?=[{[)]|$| )/g),
  ])
  expect(series.length).toBeGreaterThan(10)
  for (const [, name] of series) expect(published).toMatch(new RegExp(`(^|')${name}['{$]`, 'm'))
})

test('every alert has a test that fires and resolves it', () => {
  const cases = tests
    .flatMap((file) => (parse(read(file)) as { tests: { alert_rule_test: AlertTest[] }[] }).tests)
    .map(({ alert_rule_test }) => alert_rule_test)
  for (const { alert } of alerts) {
    const both = cases.filter((steps) => {
      const own = steps.filter(({ alertname }) => alertname === alert)
      return own.some(({ exp_alerts }) => exp_alerts.length > 0) && own.at(-1)?.exp_alerts.length === 0
    })
    expect({ alert, tests: both.length }).toEqual({ alert, tests: 1 })
  }
})

const promtool = await findProgram('promtool', 'prometheus')
const exporter = await findProgram('prometheus-node-exporter', 'prometheus-node-exporter')

describe.skipIf(promtool === undefined)('promtool', () => {
  test('accepts the rules, and each alert fires and resolves', () => {
    expect(run(['check', 'rules', 'rules.yml'])).toContain('SUCCESS')
    expect(run(['test', 'rules', ...tests])).toContain('SUCCESS')
    // Takes 28 s, and more than a minute on a busy machine.
  }, 240_000)
})

describe.skipIf(promtool === undefined)('the links of alerts in containers', () => {
  test('lead to the section of the runbook, which Prometheus itself serves if no other address is set', async () => {
    const url = await startAsComposeDoes()
    const { data } = (await (await fetch(`${url}/api/v1/rules?type=alert`)).json()) as {
      data: { groups: { rules: { name: string; annotations: { runbook_url: string } }[] }[] }
    }
    const links = data.groups.flatMap((group) => group.rules).map(({ annotations }) => annotations.runbook_url)
    expect(links).toHaveLength(alerts.length)
    const page = await fetch(links[0] ?? '')
    expect(page.headers.get('content-type')).toContain('text/html')
    const text = await page.text()
    for (const link of links) {
      const { origin, pathname, hash } = new URL(link)
      expect({ origin, pathname }).toEqual({ origin: url, pathname: '/user/RUNBOOK.html' })
      expect(text).toContain(`<h2 id="${hash.slice(1)}">`)
    }
  }, 60_000)
})

describe.skipIf(exporter === undefined)('the exporter of the observability file', () => {
  test('publishes every series of disks that a rule reads and those of the certificate, and Prometheus has it as a target', async () => {
    type Compose = { services: { 'node-exporter': { command: string[]; volumes: string[] } } }
    const compose = parse(readFileSync(join(repository, 'deploy/docker/compose.observability.yml'), 'utf8')) as Compose
    const { command, volumes } = compose.services['node-exporter']
    expect(volumes).toEqual(['/:/host:ro', './deploy/observability/textfiles:/textfiles:ro'])
    expect(read('prometheus.yml')).toContain("targets: ['node-exporter:9100']")
    const port = await findFreePort()
    const place = mkdtempSync(join(tmpdir(), 'node-exporter-'))
    writeFileSync(
      join(place, 'certificate.prom'),
      'askline_certificate_end_seconds{url="https://help.example.com"} 18e8\n',
    )
    const toLocalPath = (word: string) => word.replace('=/host', '=/').replace('=/textfiles', `=${place}`)
    const server = await startGuarded({
      command: exporter ?? '',
      args: [...command.map(toLocalPath), `--web.listen-address=127.0.0.1:${port}`],
      env: { PATH: process.env['PATH'] ?? '' },
      logFile: join(place, 'log'),
      stopSignals: [{ signal: 'SIGKILL', afterMs: 0 }],
      leftBehind: [place],
    })
    onTestFinished(async () => {
      await server.end([{ signal: 'SIGKILL', waitMs: 2_000 }])
      rmSync(place, { recursive: true, force: true })
    })
    const readSeries = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    await vi.waitFor(readSeries, { timeout: 20_000, interval: 100 })

    const names = new Set(rules.flatMap(({ expr }) => expr.match(/\bnode_\w+/g) ?? []))
    expect(names.size).toBe(3)
    const published = await readSeries()
    for (const name of names)
      expect(published).toMatch(
        new RegExp(`^${name}${name.includes('filesystem') ? '\\{.*mountpoint="/"' : ' 0$'}`, 'm'),
      )
    expect(published).toContain('askline_certificate_end_seconds{url="https://help.example.com"} 1.8e+09')
  }, 60_000)
})

/** Starts Prometheus by the command of the container, on paths of this machine, and returns its address. */
async function startAsComposeDoes(): Promise<string> {
  type Compose = { services: { prometheus: { command: string[]; environment: { RUNBOOK_URL: string } } } }
  const compose = parse(readFileSync(join(repository, 'deploy/docker/compose.observability.yml'), 'utf8')) as Compose
  const { command, environment } = compose.services.prometheus
  const place = mkdtempSync(join(tmpdir(), 'prometheus-rules-'))
  const port = await findFreePort()
  const paths: [string, string][] = [
    ['/tmp/', `${place}/`],
    ['/etc/prometheus', place],
    ['/runbook/RUNBOOK.md', join(repository, 'deploy/RUNBOOK.md')],
    ['/askline/', `${folder}/`],
    ['=/prometheus', `=${join(place, 'data')}`],
  ]
  const line = paths.reduce((text, [inside, here]) => text.replaceAll(inside, here), command.join(' '))
  writeFileSync(
    join(place, 'prometheus.yml'),
    read('prometheus.yml')
      .replace('/tmp/rules.yml', join(place, 'rules.yml'))
      .replace(/^scrape_configs:[\s\S]*/m, ''),
  )
  const server = await startGuarded({
    command: 'sh',
    args: ['-c', `${line.replaceAll('$$', '$')} --web.listen-address=127.0.0.1:${port}`],
    env: {
      PATH: process.env['PATH'] ?? '',
      RUNBOOK_URL: environment.RUNBOOK_URL.replace(/^\$\{RUNBOOK_URL:-(.*)\}$/, '$1')
        .replace('localhost', '127.0.0.1')
        .replace(/\$\{PROMETHEUS_PORT:-\d+\}/, String(port)),
    },
    logFile: join(place, 'log'),
    stopSignals: [{ signal: 'SIGKILL', afterMs: 0 }],
    leftBehind: [place],
  })
  onTestFinished(async () => {
    await server.end([{ signal: 'SIGKILL', waitMs: 2_000 }])
    rmSync(place, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${url}/-/ready`)).ok).toBe(true), {
    timeout: 30_000,
    interval: 100,
  })
  return url
}

/** Returns the program's name, installed with Debian's package if that is possible. */
async function findProgram(program: string, debianPackage: string): Promise<string | undefined> {
  const answers = () => {
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
  if (answers()) return program
  if (canInstallPackages(process.env['PATH'] ?? '')) await installPackage(debianPackage, (line) => console.log(line))
  return answers() ? program : undefined
}

function run(args: string[]): string {
  return execFileSync(promtool ?? '', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString()
}
