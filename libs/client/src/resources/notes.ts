import { type Api, bodyOf, type CallOptions, dataOf, nextPage, optionsOf, type QueryFor } from '../api.ts'
import { type Pages, pagesOf } from '../pages.ts'
import type { Note } from '../shapes.ts'

/** Internal notes of questions, for experts and agents. All reject with an AsklineError. */
export function notesOf(api: Api) {
  return {
    /** Oldest first. */
    list: (
      uuid: string,
      query: Omit<NonNullable<QueryFor<'listNotes'>>, 'cursor'> = {},
      options?: CallOptions,
    ): Pages<Note> =>
      pagesOf(async (cursor) => {
        const { params, ...rest } = nextPage(query, cursor, options)
        const answer = api.GET('/v1/questions/{uuid}/notes', { params: { path: { uuid }, ...params }, ...rest })
        const { data, meta } = await bodyOf(answer)
        return { items: data.notes, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
      }),

    add: (uuid: string, text: string, options?: CallOptions): Promise<Note> =>
      dataOf(
        api.POST('/v1/questions/{uuid}/notes', { params: { path: { uuid } }, body: { text }, ...optionsOf(options) }),
      ),
  }
}
