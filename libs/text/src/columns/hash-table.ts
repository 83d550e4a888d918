/** Hash → index, 0 to `size` - 1 in order of arrival, by open addressing in two typed arrays. Serialises as they are. */
export type HashTable = { keys: Int32Array; slots: Int32Array; size: number }

export function buildHashTable(expected = 16): HashTable {
  let capacity = 16
  while (capacity < expected * 2) capacity *= 2
  return { keys: new Int32Array(capacity), slots: new Int32Array(capacity), size: 0 }
}

/** The index of a hash, or -1. */
export function indexOfHash(table: HashTable, hash: number): number {
  const mask = table.keys.length - 1
  let at = Math.imul(hash, 0x9e3779b1) & mask
  for (;;) {
    const slot = table.slots[at]!
    if (slot === 0) return -1
    if (table.keys[at] === hash) return slot - 1
    at = (at + 1) & mask
  }
}

/** The index of a hash, given on first sight. */
export function addHash(table: HashTable, hash: number): number {
  const found = indexOfHash(table, hash)
  if (found >= 0) return found
  if ((table.size + 1) * 2 > table.keys.length) grow(table)
  put(table, hash, ++table.size)
  return table.size - 1
}

function put(table: HashTable, hash: number, slot: number): void {
  const mask = table.keys.length - 1
  let at = Math.imul(hash, 0x9e3779b1) & mask
  while (table.slots[at] !== 0) at = (at + 1) & mask
  table.keys[at] = hash
  table.slots[at] = slot
}

function grow(table: HashTable): void {
  const { keys, slots } = table
  table.keys = new Int32Array(keys.length * 2)
  table.slots = new Int32Array(slots.length * 2)
  for (let i = 0; i < keys.length; i++) if (slots[i] !== 0) put(table, keys[i]!, slots[i]!)
}
