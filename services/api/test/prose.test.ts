import { faultsOf, proseOfApi } from '@askline/testing/prose'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api } = await openWorld()

// The prose check of the repository reads files, so it cannot see these texts.
test.each(['openapi', 'asyncapi'])(
  'the descriptions and summaries of %s.json follow the rules of prose',
  async (name) => {
    const document = (await api('GET', `/v1/${name}.json`)).body

    const prose = proseOfApi(document)
    expect(prose.length).toBeGreaterThan(10)
    expect(prose.flatMap(faultsOf)).toEqual([])
  },
)
