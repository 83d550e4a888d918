import { type Api, bodyOf, type CallOptions, dataOf, nextPage, optionsOf, type QueryFor } from '../api.ts'
import { type Pages, pagesOf } from '../pages.ts'
import type { FileType, TrainingFile } from '../shapes.ts'

/** Files to train with, of an integration. All reject with an AsklineError. */
export function filesOf(api: Api) {
  return {
    /**
     * Sends CSV, TSV or JSONL in UTF-8, 25 MiB at most, and answers with the job. The same bytes again are the first file.
     * Beyond `timeoutMs` an attempt has what a line of 64 kB/s takes; Askline itself listens for its UPLOAD_SECONDS, 30 unless
     * its operator says otherwise, and then refuses with 408.
     */
    upload: (type: FileType, file: Blob, name: string, options?: CallOptions): Promise<TrainingFile> => {
      const bodySerializer = () => {
        const form = new FormData()
        form.append('type', type)
        form.append('file', file, name)
        return form
      }
      return dataOf(api.POST('/v1/files', { body: { type, file: name }, bodySerializer, ...optionsOf(options) }))
    },

    /** How far it is read, which rows were refused and why, and what the model trained with it is worth. */
    get: (uuid: string, options?: CallOptions): Promise<TrainingFile> =>
      dataOf(api.GET('/v1/files/{uuid}', { params: { path: { uuid } }, ...optionsOf(options) })),

    list: (query: Omit<QueryFor<'listFiles'>, 'cursor'> = {}, options?: CallOptions): Pages<TrainingFile> =>
      pagesOf(async (cursor) => {
        const { data, meta } = await bodyOf(api.GET('/v1/files', nextPage(query, cursor, options)))
        return { items: data.files, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
      }),

    /** With all that came of its rows. */
    remove: (uuid: string, options?: CallOptions) =>
      dataOf(api.POST('/v1/files/{uuid}/remove', { params: { path: { uuid } }, body: {}, ...optionsOf(options) })),
  }
}
