import { useState } from 'react'

let lastKey = 0

/**
 * Returns a key for each row of a form whose rows have no id. With it, fields keep their focus and text if an earlier row is
 * removed. Call `drop` when a row is removed.
 */
export function useRowKeys(count: number) {
  const [kept, setKept] = useState<readonly string[]>([])
  const keys = kept.length === count ? kept : Array.from({ length: count }, (_, at) => kept[at] ?? `row-${++lastKey}`)
  if (keys !== kept) setKept(keys)
  return { keys, drop: (at: number) => setKept(keys.filter((_, i) => i !== at)) }
}
