import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { browserPath, raisePages } from '../src/index.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const guide = readFileSync(join(root, 'services/desk/src/docs/guide/first-question.md'), 'utf8')

/** Returns the samples of the guide's first page in one language, as one program. */
const samplesIn = (language: string) =>
  [...guide.matchAll(/```(\w+)\n(.*?)```/gs)]
    .flatMap(([, name, text = '']) => (name === language ? [text] : []))
    .join('\n')

describe.skipIf(browserPath === undefined)('the documentation', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages()
  afterAll(() => pages.stop())
  const [url = ''] = pages.stage.apiUrls
  const { clientId, clientSecret } = pages.company.integration
  const env = { PATH: process.env['PATH'] ?? '', ASKLINE_CLIENT_ID: clientId, ASKLINE_CLIENT_SECRET: clientSecret }
  // Below the root, so that packages are resolved as in an integrator's program.
  const folder = join(root, 'node_modules/.cache/askline-docs')
  mkdirSync(folder, { recursive: true })
  afterAll(() => rmSync(folder, { recursive: true }))

  test("the first page's curl commands ask a question, answer it and resolve it", async () => {
    const script = samplesIn('sh')
      .replace('https://askline.example', url)
      .replaceAll(/^export ASKLINE_CLIENT_.*$/gm, '')
    const { stdout } = await run('bash', ['-euc', script], { cwd: folder, env })

    expect(stdout).toContain('Yes, on a lead.')
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('RESOLVED')
  })

  test("the first page's TypeScript does the same, as JavaScript with the client that the service packs", async () => {
    const installed = join(folder, 'node_modules/@askline/client')
    mkdirSync(installed, { recursive: true })
    const packed = await fetch(`${url}/docs/askline-client.tgz`)
    writeFileSync(join(folder, 'client.tgz'), Buffer.from(await packed.arrayBuffer()))
    await run('tar', ['-xzf', 'client.tgz', '--strip-components=1', '-C', installed], { cwd: folder })
    writeFileSync(join(folder, 'first.mjs'), samplesIn('ts').replaceAll('https://askline.example', url))
    const { stdout } = await run(process.execPath, ['first.mjs'], { cwd: folder, env })

    expect(stdout.trimEnd().split('\n').slice(1)).toEqual(['Yes, on a lead.', 'RESOLVED'])
    const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect(existsSync(join(installed, exports['.'].types))).toBe(true)
  })

  test("the first page's Python does the same", async ({ skip }) => {
    const hasPython = await run('python3', ['-c', 'import requests']).then(
      () => true,
      () => false,
    )
    if (!hasPython) skip('Python has no package `requests` here.')
    const { stdout } = await run('python3', ['-c', samplesIn('py').replace('https://askline.example', url)], { env })

    expect(stdout.trimEnd().split('\n').slice(1)).toEqual(['Yes, on a lead.', 'RESOLVED'])
  })
})
