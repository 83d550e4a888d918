import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const fixture = fileURLToPath(new URL('fixtures/niced-main.mjs', import.meta.url))

it.runIf(process.platform === 'linux')(
  'the own work of a process with a low priority does not count as yielding, that of its nicer threads does',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [fixture])

    expect(Number(stdout)).toBeGreaterThan(120)
    expect(Number(stdout)).toBeLessThan(320)
  },
  60_000,
)
