import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runChild } from '../src/child.ts'
import { buildCleanup } from '../src/cleanup.ts'
import { findEngine } from '../src/containers/engine.ts'
import { repository } from '../src/settings.ts'

const image = 'askline/api:containers-trial'

test.each([
  { thing: 'a stopped container of an installation', containers: 'askline-api-1' },
  { thing: 'a volume with its database', volumes: 'askline_postgres' },
  { thing: 'an image that the trial would overwrite', images: image },
])('the trial refuses an engine with $thing', async ({ thing: _, ...present }) => {
  const folder = layOut(present)

  await expect(findEngine(folder, [image], buildCleanup())).rejects.toMatchObject({
    message: expect.stringContaining(Object.values(present)[0] ?? ''),
    remedy: expect.stringContaining('DOCKER_HOST'),
  })
})

test('the trial accepts an engine with things of others', async () => {
  const folder = layOut({ volumes: 'wiki_postgres', images: 'askline/api:latest' })

  expect(await findEngine(folder, [image], buildCleanup())).toMatchObject({ mayPull: true })
})

test('a refused trial changes nothing on the engine', async () => {
  const folder = layOut({ volumes: 'askline_postgres' })

  const trial = await runChild(process.execPath, [join(repository, 'deploy/local/dist/containers.js')], {
    quiet: true,
    withinMs: 10_000,
  })

  expect(trial).toMatchObject({ code: 1, words: expect.stringContaining('askline_postgres') })
  expect(readFileSync(join(folder, 'calls'), 'utf8')).not.toMatch(/ (up|down|rm|build|pull|run|stop)\b/)
})

/** Puts a Docker into the PATH that has these things and notes how it is called. Returns its folder. */
function layOut({ containers = '', volumes = '', images = '' }): string {
  const folder = mkdtempSync(join(tmpdir(), 'askline-engine-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const script = `#!/bin/sh
echo "docker $*" >> ${folder}/calls
case "$*" in
  ps*project=askline*) echo "${containers}" ;;
  volume*) echo "${volumes}" ;;
  image*) echo "${images}" ;;
esac
`
  writeFileSync(join(folder, 'docker'), script)
  chmodSync(join(folder, 'docker'), 0o755)
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  return folder
}
