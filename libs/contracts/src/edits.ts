/** Returns the value that is spelled most like `sought`, by pairs of a spelling and its value. `undefined` if more than a third differs. */
export function findNearest<Value>(
  sought: string,
  spelled: Iterable<readonly [spelling: string, value: Value]>,
): Value | undefined {
  let nearest: Value | undefined
  let least = Math.floor(sought.length / 3) + 1
  for (const [spelling, value] of spelled) {
    const distance = countEdits(sought, spelling, least)
    if (distance >= least) continue
    nearest = value
    least = distance
  }
  return nearest
}

/** Returns the number of letters to insert, remove or replace to turn `a` into `b` (Levenshtein), or `most` if it is not smaller. */
export function countEdits(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) >= most) return most
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return Math.min(most, previous[b.length] ?? 0)
}
