import { listMigrations } from '@askline/db'
import { expect, test } from 'vitest'
import { buildEarlierRelease, upgradeDrill } from '../src/index.ts'

// Builds the version before the newest migration first, so it needs a second migration.
test.runIf((await listMigrations()).length > 1)(
  'an upgrade from the version before the newest migration fails no request behind HAProxy',
  async () => {
    const release = await buildEarlierRelease()
    if (!release) throw new Error('The drill needs the history of git.')
    try {
      const upgraded = await upgradeDrill(release, { perSecond: 50, betweenMs: 3_000 })
      if (!upgraded) throw new Error('The drill needs HAProxy (Debian: haproxy).')

      const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
      console.log(
        `  from ${release.commit.slice(0, 7)}, built in ${seconds(release.builtMs)}: ${upgraded.asked} questions asked, migrated in ${seconds(upgraded.migratedMs)}, upgraded in ${seconds(upgraded.upgradedMs)}, the backlog was routed in ${seconds(upgraded.backlogMs)}, the socket was lost ${upgraded.losses} times`,
      )
      if (upgraded.failed.length > 0) console.log(upgraded.proxyLog)
      expect(upgraded.failed).toEqual([])
      expect(upgraded.faults).toEqual([])
      expect(upgraded.waiting).toBe(0)
      expect(upgraded.heard[1]).toBeGreaterThan(upgraded.heard[0])
      expect(upgraded.asked).toBeGreaterThan(500)
    } finally {
      release.remove()
    }
  },
)
