import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCertificate } from '@askline/testing/servers'
import type { Cleanup } from '../cleanup.ts'
import { repository } from '../settings.ts'
import type { Engine } from './engine.ts'
import { readExporter } from './observe.ts'
import { apiUrl, expect, inRunner } from './stack.ts'

const secureUrl = 'https://127.0.0.1:3443'
const certificateFolder = join(repository, 'deploy/docker/certificate')
const series = join(repository, 'deploy/observability/textfiles/certificate.prom')

/**
 * Installs a certificate at HAProxy, as an operator does, and renews it. Returns what clients got. Throws StartRefusedError if one
 * of the certificates is not served, node_exporter does not publish its end, or plain HTTP is not redirected.
 */
export async function serveHttps(engine: Engine, folder: string, cleanup: Cleanup): Promise<string> {
  for (const place of [certificateFolder, series]) setAside(place, cleanup)
  const file = join(folder, 'help.pem')
  const first = writeCertificate(folder, file, 'first')
  const settings = { TLS_CERTIFICATE: file, PUBLIC_URL: secureUrl }
  await inRunner(engine, ['deploy/install.sh', '--no-build', '--scaled'], settings)
  const answer = await get(engine, `${secureUrl}/health/ready`, first)
  expect(answer === '200', `The first certificate: HTTPS answered ${answer}.`)
  const plain = await get(engine, `${apiUrl}/v1/me`, first)
  expect(plain === `308 ${secureUrl}/v1/me`, `Plain HTTP answered ${plain}.`)

  const renewed = writeCertificate(folder, file, 'renewed')
  await inRunner(engine, ['deploy/renew-certificate.sh'])
  const later = await get(engine, `${secureUrl}/health/ready`, renewed)
  expect(later === '200', `The renewed certificate: HTTPS answered ${later}.`)
  const published = await readExporter(engine)
  const end = Date.parse(new X509Certificate(readFileSync(renewed)).validTo) / 1_000
  const line = published.match(/^askline_certificate_end_seconds\{url="(.+)"\} (\S+)$/m)
  expect(line?.[1] === secureUrl && Number(line[2]) === end, `node_exporter publishes ${line?.[0]} instead of ${end}.`)
  return 'HAProxy serves a certificate and its renewal, node_exporter its end, and plain HTTP is redirected'
}

/** Moves what an installation of this checkout has there out of the way until the cleanup. */
function setAside(place: string, cleanup: Cleanup): void {
  const kept = `${place}.kept`
  if (existsSync(place)) renameSync(place, kept)
  cleanup.add(() => {
    rmSync(place, { recursive: true, force: true })
    if (existsSync(kept)) renameSync(kept, place)
  })
}

/** Writes a new certificate with its key to `file`. Returns the path of the certificate alone. */
function writeCertificate(folder: string, file: string, name: string): string {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)]
  createCertificate(key, certificate)
  writeFileSync(file, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 })
  return certificate
}

/** Returns status and redirection of a request. HAProxy takes a moment to use a renewed certificate, so it tries for 20 s. */
function get(engine: Engine, url: string, authority: string): Promise<string> {
  const script = `
    const tell = ({ status, headers }) => console.log([status, headers.get('location') ?? ''].join(' ').trim())
    const attempt = (left) => fetch(process.argv[1], { redirect: 'manual' }).then(tell, (error) =>
      left > 0 ? setTimeout(attempt, 1000, left - 1) : console.log(String(error.cause ?? error)))
    attempt(20)`
  return inRunner(engine, [process.execPath, '-e', script, url], { NODE_EXTRA_CA_CERTS: authority })
}
