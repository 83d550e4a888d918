import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Entry = { version?: string; integrity?: string; link?: true }

const lock = readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')
const { packages } = JSON.parse(lock) as { packages: Record<string, Entry> }

test('every package of the lock file has the hash that npm compares its contents with', () => {
  const fetched = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  expect(fetched.length).toBeGreaterThan(500)

  // npm leaves the hash out if it writes the file while packages of other systems are not installed. To repair an entry, add the
  // hash that `npm view <name>@<version> dist.integrity` prints.
  const bare = fetched.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)
  expect(bare).toEqual([])
})
