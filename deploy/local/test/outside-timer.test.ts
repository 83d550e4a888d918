import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runChild } from '../src/child.ts'
import { repository } from '../src/settings.ts'

const readme = readFileSync(join(repository, 'deploy/backup/README.md'), 'utf8')
const [, block = ''] = /^Each minute:\n\n((?: {4}.*\n)+)/m.exec(readme) ?? []

const listOf = (entries: number, said = entries) =>
  [
    `{"installation":"key","exportedAt":"2026-05-04T09:30:00Z","entries":${said}}`,
    ...Array.from({ length: entries }, (_, at) => `{"entry":${at}}`),
    '',
  ].join('\n')

/** A folder with both lists, and the script of each minute with a stand-in for Docker, which prints the given list. */
function layOut(printed: string) {
  const folder = mkdtempSync(join(tmpdir(), 'askline-outside-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const list of ['forgotten', 'revocations']) writeFileSync(join(folder, list), listOf(2))
  writeFileSync(join(folder, 'printed'), printed)
  writeFileSync(join(folder, 'docker'), `#!/bin/sh\ncat ${join(folder, 'printed')}\n`)
  chmodSync(join(folder, 'docker'), 0o755)
  const script = block.replaceAll(/^ {4}/gm, '').replaceAll('/outside', folder)
  return {
    path: (name: string) => join(folder, name),
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    run: () =>
      runChild('sh', ['-c', script], {
        quiet: true,
        withinMs: 30_000,
        env: { PATH: `${folder}:${process.env['PATH']}` },
      }),
  }
}

test.each([
  { case: 'longer', printed: listOf(3), becomes: listOf(3) },
  { case: 'without entries', printed: listOf(0), becomes: listOf(0) },
  { case: 'torn', printed: listOf(1, 3), becomes: undefined },
  { case: 'empty', printed: '', becomes: undefined },
])('the script of each minute stores only a whole list: $case', async ({ printed, becomes }) => {
  const { read, run } = layOut(printed)

  expect((await run()).code === 0).toBe(becomes !== undefined)

  for (const list of becomes === undefined ? ['forgotten'] : ['forgotten', 'revocations'])
    expect(read(list)).toBe(becomes ?? listOf(2))
})

test('the script of each minute does not begin a lost list again', async () => {
  const { path, run } = layOut(listOf(0))
  rmSync(path('forgotten'))

  expect((await run()).code).not.toBe(0)

  expect(existsSync(path('forgotten'))).toBe(false)
})
