import { expect, it, vi } from 'vitest'
import { buildRefits } from './refits.ts'

it('companies are refitted one by one, each once', async () => {
  const refits = buildRefits(() => undefined)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const refit = (companyId: string) => () => {
    begun.push(companyId)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  for (const companyId of ['first', 'second', 'first', 'second']) refits.add(companyId, refit(companyId))
  await vi.waitFor(() => expect(begun).toEqual(['first']))

  ends[0]?.()
  await vi.waitFor(() => expect(begun).toEqual(['first', 'second']))
  ends[1]?.()

  await vi.waitFor(() => {
    refits.add('first', refit('first'))
    expect(begun).toEqual(['first', 'second', 'first'])
  })
})

it('a failed refit is reported, blocks no other, and is retried a minute later', async () => {
  const failed: string[] = []
  let now = 0
  const refits = buildRefits(
    (error, companyId) => failed.push(`${companyId}: ${error}`),
    () => now,
  )
  const done: string[] = []
  const fail = async () => {
    throw new Error('no')
  }
  refits.add('first', fail)
  refits.add('second', async () => void done.push('second'))
  await vi.waitFor(() => expect([failed, done]).toEqual([['first: Error: no'], ['second']]))

  now = 59_999
  refits.add('first', async () => void done.push('too early'))
  now = 60_000
  refits.add('first', async () => void done.push('first'))

  await vi.waitFor(() => expect(done).toEqual(['second', 'first']))
})
