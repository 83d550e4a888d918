/**
 * Returns a function that resolves in a coming turn of the event loop. At most `together` of its promises resolve in one turn,
 * in the order of the calls.
 */
export function openTurns(together: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  function runSome() {
    for (const resolve of waiting.splice(0, together)) resolve()
    if (waiting.length > 0) setImmediate(runSome)
  }
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(runSome)
    })
}
