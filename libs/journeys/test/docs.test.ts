import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { browserPath, openBrowser, openPage, raisePages } from '../src/index.ts'

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

  test('is loaded in few bytes from its own host, and sends a request with the token that it obtained', async () => {
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const page = await openPage(browser)
    const hosts = new Set<string>()
    let bytes = 0
    page.on('requestfinished', (request) => {
      hosts.add(new URL(request.url()).origin)
      void request.sizes().then(({ responseBodySize }) => (bytes += responseBodySize))
    })
    await page.goto(`${url}/docs`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    // 1.5 Mbit/s, a slow mobile network, carries them in one second.
    expect(bytes).toBeLessThan(180_000)

    await page.getByRole('searchbox').fill('POST /v1/questions')
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText('Obtain one with a client id and secret').click()
    await page.getByLabel('Client id', { exact: true }).fill(clientId)
    await page.getByLabel('Client secret').fill(clientSecret)
    await page.getByRole('button', { name: 'Obtain token' }).click()
    await page.getByText('Token obtained.').waitFor()
    await page.getByRole('button', { name: 'Send request' }).click()
    const answer = page.getByRole('region', { name: 'Answer', exact: true })
    await answer.getByText('201').waitFor()

    expect(await answer.textContent()).toContain('"status": "UNRESOLVED"')
    expect([...hosts]).toEqual([url])
    expect(page.complaints).toEqual([])
  })

  test("the first page's curl commands ask a question, answer it and resolve it", async () => {
    const script = samplesIn('sh')
      .replace('https://askline.example', url)
      .replaceAll(/^export ASKLINE_CLIENT_.*$/gm, '')
    const { stdout } = await run('bash', ['-euc', script], { cwd: folder, env })

    expect(stdout).toContain('In the app, under Cards.')
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('RESOLVED')
  })

  test("the first page's TypeScript does the same", async () => {
    const file = join(folder, 'first-question.mts')
    writeFileSync(file, samplesIn('ts').replace('https://askline.example', url))
    const { outputFiles } = await build({
      entryPoints: [file],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      conditions: ['source'],
    })
    writeFileSync(join(folder, 'first-question.mjs'), outputFiles[0]?.text ?? '')
    const { stdout } = await run(process.execPath, [join(folder, 'first-question.mjs')], { env })

    expect(stdout.trimEnd().split('\n').slice(1)).toEqual(['In the app, under Cards.', 'RESOLVED'])
  })

  test("the first page's Python does the same", async ({ skip }) => {
    const hasPython = await run('python3', ['-c', 'import requests']).then(
      () => true,
      () => false,
    )
    if (!hasPython) skip('Python has no package `requests` here.')
    const { stdout } = await run('python3', ['-c', samplesIn('py').replace('https://askline.example', url)], { env })

    expect(stdout.trimEnd().split('\n').slice(1)).toEqual(['In the app, under Cards.', 'RESOLVED'])
  })
})
