import { expect, test } from 'vitest'
import { readConfig } from '../src/notifier-config.ts'
import { openStage } from './notifier-stage.ts'

const { notify } = await openStage()

// Linux answers at all addresses of 127.0.0.0/8, so 127.0.0.2 stands for another interface of this machine.
test.skipIf(process.platform !== 'linux')(
  'only this machine reads metrics by default, on whatever interface clients connect',
  async () => {
    const { host, internalHost } = readConfig({ DATABASE_URL: 'postgres://h/d', REDIS_URL: 'redis://h' })
    const notifier = await notify({}, { host, internalHost })
    const elsewhere = 'http://127.0.0.2'

    expect((await fetch(`${elsewhere}:${notifier.port}/health/live`)).status).toBe(200)
    expect((await fetch(`${elsewhere}:${notifier.port}/metrics`)).status).toBe(404)
    await expect(fetch(`${elsewhere}:${notifier.internalPort}/metrics`)).rejects.toThrow()
    expect((await fetch(`http://127.0.0.1:${notifier.internalPort}/metrics`)).status).toBe(200)
  },
)
