import { findPostgresTools } from '@askline/testing/servers'
import { expect, test } from 'vitest'
import { restoreTwice } from '../src/index.ts'

const tools = findPostgresTools()

test.skipIf(!tools)(
  'a repeated restore follows the timeline of its time, and no base backup of the lost time is in its way',
  async () => {
    if (!tools) return
    const restored = await restoreTwice(tools)

    const before = ['before the backup', 'before the first time']
    expect(restored.afterFirst).toEqual(before)
    const repeated = [...before, 'before the second time']
    expect(restored.afterSecond).toEqual(repeated)
    expect(restored.afterThird).toEqual([...repeated, 'after the second restore'])
    expect(restored.timelineBetween).toBe('2')
    expect(restored.refusal).toContain('Timeline 2 has no change from before')
    const later = ['after the second restore', 'after the third restore', 'after the third backup']
    expect(restored.afterFourth).toEqual([...repeated, ...later])
  },
)
