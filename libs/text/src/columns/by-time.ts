import type { Growing } from './growing.ts'

/** Puts an item in its place among items ordered by their times; at once when it is the latest. */
export function insertByTime(order: Growing<Int32Array>, times: Float64Array, item: number): void {
  order.push(item)
  let place = order.length - 1
  for (; place > 0 && times[order.data[place - 1]!]! > times[item]!; place--) order.data[place] = order.data[place - 1]!
  order.data[place] = item
}

/** The place of the first item not before a time, among items ordered by their times. */
export function placeOfTime(order: Growing<Int32Array>, times: Float64Array, at: number): number {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[order.data[middle]!]! < at) low = middle + 1
    else high = middle
  }
  return low
}
