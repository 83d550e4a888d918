/** The items of all pages, one after the other. Each `for await` begins at the first page. */
export type Pages<T, P extends Page<T> = Page<T>> = AsyncIterable<T> & {
  /** Askline's time when the last iteration began. Pass it as `lastChecked` to find later changes. */
  readonly serverTime: string | undefined
  /** Fetches one page: the first, or the one that `nextCursor` of a page names. For lists that grow as the reader scrolls. */
  page(cursor?: string): Promise<P>
}

/** Items of a list; `nextCursor` is null on the last page. */
export type Page<T> = { items: T[]; nextCursor: string | null; serverTime: string }

/** Returns an iterable over all pages. Fetches a page only when its first item is requested. Throws the errors of `fetchPage`. */
export function pagesOf<P extends Page<unknown>>(
  fetchPage: (cursor: string | undefined) => Promise<P>,
): Pages<P['items'][number], P> {
  let serverTime: string | undefined
  return {
    get serverTime() {
      return serverTime
    },
    page: (cursor) => fetchPage(cursor),
    async *[Symbol.asyncIterator]() {
      let page = await fetchPage(undefined)
      serverTime = page.serverTime
      yield* page.items
      while (page.nextCursor !== null) {
        page = await fetchPage(page.nextCursor)
        yield* page.items
      }
    },
  }
}
