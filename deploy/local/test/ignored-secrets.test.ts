import { existsSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { runChild } from '../src/child.ts'
import { repository } from '../src/settings.ts'

/** Files with secrets that the scripts, `npm run containers` and the README of the chart make. */
const secrets = [
  ...['askline.env', 'askline.env.part', 'askline.env.aside', 'observability.env', 'observability.env.part'].map(
    (name) => `deploy/docker/${name}`,
  ),
  'deploy/docker/certificate/mounted/askline.pem',
  'askline.env',
  'roles.env',
]

test.runIf(existsSync(join(repository, '.git')))(
  'Git ignores every file with secrets, but not the example',
  async () => {
    const { words } = await runChild(
      'git',
      ['-C', repository, 'check-ignore', '--no-index', ...secrets, 'deploy/docker/askline.env.example'],
      { quiet: true, withinMs: 30_000 },
    )

    expect(words.trim().split('\n')).toEqual(secrets)
  },
)

test('no file with secrets is copied into a layer of an image', () => {
  const ignored = readFileSync(join(repository, '.dockerignore'), 'utf8').split('\n').filter(Boolean)

  expect(secrets.filter((file) => !ignored.some((pattern) => matchesGlob(file, pattern)))).toEqual([])
})
