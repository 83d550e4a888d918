import { findPostgresTools } from '@askline/testing/servers'
import { expect, test } from 'vitest'
import { restoreDrill } from '../src/index.ts'

// A longer drill runs with `npm run drill`.
const isDrill = process.env['ASKLINE_DRILL'] === '1'
const tools = findPostgresTools()
if (!tools)
  console.log('  Skipped: a restore needs pg_basebackup, which the npm package of Postgres lacks (Debian: postgresql).')

test.skipIf(!tools)(
  'a restore to a point in time keeps every question before it and harms nobody by what is lost',
  async () => {
    if (!tools) return
    const restored = await restoreDrill(
      tools,
      isDrill ? { perSecond: 100, loadMs: 20_000 } : { perSecond: 20, loadMs: 1_000 },
    )

    console.log(
      `  ${restored.kept} questions kept, ${restored.gone} lost, services ready ${(restored.recoveredMs / 1_000).toFixed(1)} s after the disaster`,
    )
    expect(restored.faults).toEqual([])
    expect(restored.invariants).toEqual([])
    expect(restored).toMatchObject({ polls: [304, 200], revoked: 401, remains: 0, asked: 201 })
    expect(restored.versions[1]).toBeGreaterThan(restored.versions[0])
    expect(restored.kept).toBeGreaterThan(0)
    expect(restored.gone).toBeGreaterThan(0)
    expect(restored.said).toMatch(/^returned {2}1 /m)
  },
)
