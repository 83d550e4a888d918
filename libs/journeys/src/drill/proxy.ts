import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bringProgram, findFreePort, startGuarded } from '@askline/testing/servers'
import type { Stage } from '../stage/stage.ts'

export type Proxy = {
  url: string
  /** The address of HTTPS, if the proxy has a certificate. */
  secureUrl: string
  log(): string
  /** Reads the certificate again, as deploy/renew-certificate.sh has it do. */
  reload(): void
  stop(): Promise<void>
}

const shipped = fileURLToPath(new URL('../../../../deploy/docker/haproxy.cfg', import.meta.url))

/**
 * Starts HAProxy before the APIs and notifiers of a stage, with the configuration for containers. Only the names of containers
 * are replaced by addresses. `certificate` is a file with certificate and key. Returns undefined if HAProxy cannot be installed.
 */
export async function startProxy({
  apiUrls,
  notifierUrls,
  certificate,
}: Pick<Stage, 'apiUrls' | 'notifierUrls'> & { certificate?: string }): Promise<Proxy | undefined> {
  const program = await bringProgram('haproxy', () => undefined)
  if (!program) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'askline-proxy-'))
  const port = await findFreePort()
  const securePort = await findFreePort()
  const servers = (name: string, urls: readonly string[], rest: string) =>
    urls.map((url, n) => `server ${name}${n} ${new URL(url).host}${rest}`).join('\n    ')
  const configuration = readFileSync(shipped, 'utf8')
    .replace(/^resolvers[\s\S]*?\n\n/m, '')
    .replace(/ init-addr .* resolve-prefer ipv4/, '')
    .replace('bind :3000', `bind 127.0.0.1:${port}`)
    .replace('bind :3443', `bind 127.0.0.1:${securePort}`)
    .replace(/server-template api \d+ api:3000(.*)/g, (_, rest: string) => servers('api', apiUrls, rest))
    .replace(/server-template notifier \d+ notifier:3001(.*)/g, (_, rest: string) =>
      servers('notifier', notifierUrls, rest),
    )
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration)
  const logFile = join(folder, 'log')
  const stopSignals = [{ signal: 'SIGTERM', afterMs: 0 } as const]
  const server = await startGuarded({
    command: program,
    // With a master, as in the image.
    args: ['-W', '-db', '-f', file],
    env: certificate ? { TLS_CERTIFICATE: certificate } : {},
    cwd: folder,
    logFile,
    stopSignals,
    leftBehind: [folder],
  })
  const url = `http://127.0.0.1:${port}`
  const giveUpAt = performance.now() + 10_000
  while (!(await answers(url))) {
    if (performance.now() > giveUpAt) throw new Error(`HAProxy does not answer: ${readFileSync(logFile, 'utf8')}`)
    await pause(50)
  }
  return {
    url,
    secureUrl: `https://127.0.0.1:${securePort}`,
    reload: () => void server.signal('SIGUSR2'),
    log: () => readFileSync(logFile, 'utf8'),
    async stop() {
      await server.end([{ signal: 'SIGTERM', waitMs: 2_000 }])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answers = (url: string) =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
