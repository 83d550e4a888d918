/** Returns all items of a list. Fetches page after page. Rejects with the errors of a page. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}
