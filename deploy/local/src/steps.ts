/** Runs a step of a start and prints it with the time it took, in seconds. */
export async function step<T>(label: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  print(`  ✓ ${label}  ${secondsSince(began)}`)
  return result
}

/** Returns the seconds since a value of `performance.now()`, as `1.2 s`. */
export function secondsSince(began: number): string {
  return `${((performance.now() - began) / 1_000).toFixed(1)} s`
}

/** Prints one line to the terminal. */
export function print(line: string): void {
  console.log(line)
}
