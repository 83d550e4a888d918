/**
 * Waits for statements that were sent one after the other without waiting, so that they share one round trip. Returns their results
 * in order. If some fail, throws the first failure in that order, after all have ended.
 */
export async function together<const Promises extends readonly Promise<unknown>[]>(
  ...promises: Promises
): Promise<{ [Position in keyof Promises]: Awaited<Promises[Position]> }> {
  const ends = await Promise.allSettled(promises)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return ends.map((end) => (end as PromiseFulfilledResult<unknown>).value) as never
}
