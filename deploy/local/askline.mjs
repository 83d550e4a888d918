// The entry of `npm run askline`, in plain JavaScript without packages. Continues as the compiled command line in this process.
// Uses the database of DATABASE_URL, or the one that `npm start` provides.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))
const program = join(root, 'services/api/dist/askline.js')
if (!existsSync(program)) {
  console.error('Askline is not built yet. Run "npm start" once, or "npm install && npm run build".')
  process.exit(2)
}
const home = resolve(process.env.ASKLINE_HOME || join(root, '.askline'))
const noted = join(home, 'database-url')
if (!process.env.DATABASE_URL && existsSync(noted)) {
  process.env.DATABASE_URL = readFileSync(noted, 'utf8')
  // Links lead to the address of the running services.
  const shared = join(home, 'services.env')
  if (existsSync(shared)) process.env.PUBLIC_URL ||= parseEnv(readFileSync(shared, 'utf8')).PUBLIC_URL
}
const secretsKey = join(home, 'secrets-key')
if (!process.env.SECRETS_KEY && existsSync(secretsKey))
  process.env.SECRETS_KEY = readFileSync(secretsKey, 'utf8').trim()
await import(new URL('../../services/api/dist/askline.js', import.meta.url).href)
