import { expect, test } from 'vitest'
import { readTraceparent, traceparentOf } from './traceparent.ts'

const trace = '0af7651916cd43dd8448eb211c80319c'
const span = 'b7ad6b7169203331'

test.each(['00', '01'])('a traceparent with the flags %s is the same after reading and writing', (flags) => {
  const read = readTraceparent(`00-${trace}-${span}-${flags}`)

  expect(read).toEqual({ traceId: trace, spanId: span, traceFlags: Number(flags), isRemote: true })
  expect(read && traceparentOf(read)).toBe(`00-${trace}-${span}-${flags}`)
})

test.each([
  undefined,
  7,
  '',
  'text of a person',
  `00-${trace}-${span}`,
  `00-${'0'.repeat(32)}-${span}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace.toUpperCase()}-${span}-01`,
  `00-${trace}-${span}-01-more`,
])('%s is no traceparent', (value) => {
  expect(readTraceparent(value)).toBeUndefined()
})
