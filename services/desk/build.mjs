// Builds the pages and compresses every file once, so that no server compresses them again and again. Packs the client for
// integrators, who install it from the documentation.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
for (const mode of ['desk', 'ask', 'account', 'docs', 'loader']) await build({ root: here, mode, logLevel: 'warn' })

const client = join(here, '../../libs/client')
const { version } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'))
const packed = join(here, 'dist/docs')
execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: client })
renameSync(join(packed, `askline-client-${version}.tgz`), join(packed, 'askline-client.tgz'))

const compressible = /\.(js|css|html|svg|json)$/
for (const { name, parentPath } of readdirSync(join(here, 'dist'), { recursive: true, withFileTypes: true })) {
  if (!compressible.test(name)) continue
  const path = join(parentPath, name)
  const bytes = readFileSync(path)
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}
