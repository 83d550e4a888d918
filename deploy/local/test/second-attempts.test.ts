import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { runChild } from '../src/child.ts'
import { repository } from '../src/settings.ts'
import { lastLines, totalsOf } from '../src/test-totals.ts'

const fixture = fileURLToPath(new URL('fixtures/attempts', import.meta.url))

test('a test that passes at its second attempt is named, and one that fails twice is a failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askline-attempts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const report = join(folder, 'report.json')

  const { code } = await runChild(
    join(repository, 'node_modules', '.bin', 'vitest'),
    ['run', '--root', fixture, '--reporter=json', `--outputFile.json=${report}`],
    { quiet: true, withinMs: 60_000 },
  )

  const totals = totalsOf(readFileSync(report, 'utf8'), code)
  expect(totals).toMatchObject({ passed: 2, failed: 1 })
  expect(lastLines(totals, fixture).slice(-4, -1)).toEqual([
    '1 test passed only at its second attempt:',
    '  a connection is late once',
    expect.stringMatching(/^ {4}\w*Error: /),
  ])
}, 60_000)
