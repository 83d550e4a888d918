import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deadLetterKinds, deadlineNames, jobs } from '@askline/contracts'
import { invariants } from '@askline/domain/routing/invariants'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { repository } from '../src/settings.ts'

const runbook = readFileSync(join(repository, 'deploy/RUNBOOK.md'), 'utf8')

/** Returns the names in the first column of the table with this heading. */
function namesUnder(heading: string): string[] {
  const [, table = ''] = new RegExp(`^\\| ${heading} \\|.*\\n\\|[-|]+\\n((?:\\|.*\\n)+)`, 'm').exec(runbook) ?? []
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name).sort()
}

test.each([
  { heading: 'Invariant', names: Object.keys(invariants) },
  { heading: 'Kind', names: [...deadLetterKinds] },
  { heading: 'Job', names: Object.keys(jobs) },
  { heading: 'Deadline', names: [...deadlineNames] },
])('the runbook explains each entry of the table $heading, and nothing that does not exist', ({ heading, names }) => {
  expect(namesUnder(heading)).toEqual(names.sort())
})

test('links inside the runbook lead to sections, and its commands name values of the chart and variables of install.sh', () => {
  const sections = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  )
  for (const [, section] of runbook.matchAll(/\]\(#([^)]+)\)/g)) expect(sections).toContain(section)

  const values: unknown = parse(readFileSync(join(repository, 'deploy/helm/askline/values.yaml'), 'utf8'))
  const names = [...runbook.matchAll(/--set ([\w.]+)=/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(3)
  for (const name of names.filter((one) => !one.includes('.env.')))
    expect(
      name.split('.').reduce<unknown>((at, key) => Object(at)[key], values),
      name,
    ).toBeDefined()

  const install = readFileSync(join(repository, 'deploy/install.sh'), 'utf8')
  const variables = [...runbook.matchAll(/`([A-Z]+)=\S+ deploy\/install\.sh/g)].map(([, name = '']) => name)
  expect(variables.length).toBeGreaterThan(2)
  for (const name of variables) expect(install).toContain(`\${${name}:-}`)
})
