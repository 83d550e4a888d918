import { expect, it } from 'vitest'
import { pack, UnreadableBytesError, unpack } from './bytes.ts'

const packed = {
  kind: 'sample',
  facts: { names: ['card', 'loan'] },
  columns: { weights: Float64Array.of(0.5, -1), counts: Int32Array.of(7, 8, 9), marks: Uint8Array.of(1) },
}
const bytes = pack(packed)

it('reads packed bytes at any offset', () => {
  expect(unpack(bytes, 'sample')).toEqual(packed)
  for (const offset of [1, 3, 4, 8]) {
    const buffer = Buffer.concat([Buffer.alloc(offset), bytes]).subarray(offset)
    expect(unpack(buffer, 'sample')).toEqual(packed)
    const array = new Uint8Array(buffer.length + offset)
    array.set(bytes, offset)
    expect(unpack(array.subarray(offset), 'sample')).toEqual(packed)
  }
})

it('detects every flipped bit and every truncation', () => {
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    // The sixth word says nothing.
    if (bit >= 160 && bit < 192) continue
    const damaged = bytes.slice()
    damaged[bit >> 3]! ^= 1 << (bit & 7)
    expect(() => unpack(damaged, 'sample'), `bit ${bit}`).toThrow(UnreadableBytesError)
  }
  for (let length = 0; length < bytes.length; length++)
    expect(() => unpack(bytes.slice(0, length), 'sample')).toThrow(UnreadableBytesError)
})

it('refuses to pack more than it can read', () => {
  const columns = { counts: new Uint8Array(2 ** 31) }
  expect(() => pack({ kind: 'sample', facts: {}, columns })).toThrow('A sample of 2147483')
})

it('reads bytes of format 1, which has no checksum', () => {
  // The header of format 1 has four words instead of six.
  const earlier = new Uint8Array(bytes.length - 8)
  earlier.set(bytes.subarray(24), 16)
  const header = new Uint32Array(bytes.buffer)[2]!
  new Uint32Array(earlier.buffer).set([0x41534b31, 1, header, earlier.length])

  expect(unpack(earlier, 'sample')).toEqual(packed)
})
