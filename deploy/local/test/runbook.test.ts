import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deadLetterKinds, deadlineNames, jobs } from '@askline/contracts'
import { invariants } from '@askline/domain/routing/invariants'
import { expect, test } from 'vitest'
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
