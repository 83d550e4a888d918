import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canInstallPackages, installPackage } from '@askline/testing/servers'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { repository } from '../src/settings.ts'

const folder = join(repository, 'deploy/observability')
const tests = ['rules.test.yml', 'rules-of-days.test.yml']
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
type Rule = { alert?: string; expr: string; annotations?: { runbook_url: string } }
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

test('no rule depends on how Prometheus finds the services, because each way has other labels', () => {
  for (const { alert, expr } of rules) expect(`${alert}: ${expr}`).not.toMatch(/\bup\b/)
})

test('every series of a rule is published by a service', () => {
  const sources = ['libs/runtime/src/metrics.ts', 'services/api/src/start.ts', 'services/routing-worker/src/metrics.ts']
  const published = sources.map((file) => readFileSync(join(repository, file), 'utf8')).join('\n')
  const series = rules.flatMap(({ expr }) => [
    ...expr.matchAll(/\b(askline_[a-z_]+?)(_count|_bucket|_sum)?\b(?=[{[)]|$| )/g),
  ])
  expect(series.length).toBeGreaterThan(10)
  for (const [, name] of series) expect(published).toContain(`'${name}'`)
})

test('every alert has a test that fires and resolves it', () => {
  const tested = [
    ...tests
      .map(read)
      .join('\n')
      .matchAll(/alertname: (\w+)/g),
  ].map(([, name]) => name)
  for (const { alert } of alerts) expect(tested.filter((name) => name === alert)).toHaveLength(2)
})

const promtool = await findPromtool()

describe.skipIf(promtool === undefined)('promtool', () => {
  test('accepts the rules, and each alert fires and resolves', () => {
    expect(run(['check', 'rules', 'rules.yml'])).toContain('SUCCESS')
    expect(run(['test', 'rules', ...tests])).toContain('SUCCESS')
  }, 60_000)
})

/** Returns the program's name, installed with Debian's Prometheus if that is possible. */
async function findPromtool(): Promise<string | undefined> {
  const answers = () => {
    try {
      execFileSync('promtool', ['--version'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
  if (answers()) return 'promtool'
  if (canInstallPackages(process.env['PATH'] ?? '')) await installPackage('prometheus', (line) => console.log(line))
  return answers() ? 'promtool' : undefined
}

function run(args: string[]): string {
  return execFileSync(promtool ?? '', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString()
}
