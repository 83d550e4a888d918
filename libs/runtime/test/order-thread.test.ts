import { expect, onTestFinished, test } from 'vitest'
import { buildOrderThread } from '../src/order-thread.ts'

/** Opens a thread that doubles numbers, throws for 13, and ends for 99. */
function openDoubler() {
  const module = new URL('../dist/order-thread.js', import.meta.url).href
  const source = `
    import { carryOutOrders } from '${module}'
    carryOutOrders(({ number }) => {
      if (number === 13) throw new RangeError('13 is refused')
      if (number === 99) process.exit(1)
      return number * 2
    })`
  const thread = buildOrderThread('doubler', new URL(`data:text/javascript,${encodeURIComponent(source)}`))
  onTestFinished(() => thread.close())
  return { double: (number: number) => thread.order({ number }), close: thread.close }
}

test('each order gets its own result, in whatever order they are given', async () => {
  const { double } = openDoubler()
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
})

test('an order that fails rejects alone', async () => {
  const { double } = openDoubler()
  const [before, refused, after] = await Promise.allSettled([double(1), double(13), double(2)])
  expect(refused).toMatchObject({ status: 'rejected', reason: { message: '13 is refused' } })
  expect([before, after]).toMatchObject([{ value: 2 }, { value: 4 }])
})

test('a thread that ends rejects its open orders, and the next order starts another', async () => {
  const { double } = openDoubler()
  await expect(double(99)).rejects.toThrow('The thread doubler has ended')
  expect(await double(4)).toBe(8)
})

test('closing rejects open orders, and touches none that are given afterwards', async () => {
  const { double, close } = openDoubler()
  const open = expect(double(1)).rejects.toThrow('has ended')
  const closed = close()
  const next = double(5)
  await Promise.all([open, closed])
  expect(await next).toBe(10)
})
