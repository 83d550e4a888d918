import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildSlots } from './slots.ts'

test('companies get free slots in turn, however many requests one of them has', async () => {
  const slots = buildSlots({ all: 2, ofCompany: 2 })
  const order: string[] = []
  const want = (companyId: string) => void slots.take(companyId).then(() => order.push(companyId))
  for (let n = 0; n < 6; n += 1) want('large')
  want('small')
  want('other')
  await nextTurn()
  expect(order).toEqual(['large', 'large'])

  for (const companyId of ['large', 'large', 'large', 'small']) {
    slots.give(companyId)
    await nextTurn()
  }

  expect(order).toEqual(['large', 'large', 'large', 'small', 'other', 'large'])
  expect(slots.taken).toBe(2)
})

test('one company does not take all slots', async () => {
  const slots = buildSlots({ all: 4, ofCompany: 2 })
  const order: string[] = []
  const want = (companyId: string) => void slots.take(companyId).then(() => order.push(companyId))
  for (let n = 0; n < 4; n += 1) want('hanging')
  want('other')
  await nextTurn()

  expect(order).toEqual(['hanging', 'hanging', 'other'])
})
