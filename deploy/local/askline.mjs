// The entry of `npm run askline`: plain JavaScript, no packages. Goes on as the compiled command line in this same process,
// on the database of DATABASE_URL, or else on the one that `npm start` brought.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const program = join(root, 'services/api/dist/askline.js')
if (!existsSync(program)) {
  console.error('Askline is not built yet. Run "npm start" once, or "npm install && npm run build".')
  process.exit(2)
}
const noted = join(resolve(process.env.ASKLINE_HOME || join(root, '.askline')), 'database-url')
if (!process.env.DATABASE_URL && existsSync(noted)) process.env.DATABASE_URL = readFileSync(noted, 'utf8')
await import(new URL('../../services/api/dist/askline.js', import.meta.url).href)
