import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCertificate } from '@askline/testing/servers'
import type { Engine } from './engine.ts'
import { apiUrl, expect, inRunner } from './stack.ts'

const secureUrl = 'https://127.0.0.1:3443'

/**
 * Installs a certificate at HAProxy, as an operator does, and renews it. Returns what clients got. Throws StartRefusedError if one
 * of the certificates is not served, or plain HTTP is not redirected.
 */
export async function serveHttps(engine: Engine, folder: string): Promise<string> {
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
  return 'HAProxy serves a certificate and its renewal, and plain HTTP is redirected'
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
