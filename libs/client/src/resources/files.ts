import { type Api, bodyOf, type CallOptions, dataOf, nextPage, optionsOf, type QueryFor } from '../api.ts'
import { type Pages, pagesOf } from '../pages.ts'
import type { FileType, TrainingFile } from '../shapes.ts'

/** Training files of an integration. All reject with an AsklineError. */
export function filesOf(api: Api) {
  return {
    /**
     * Uploads CSV, TSV or JSONL in UTF-8, at most 25 MiB, and returns the job. Uploading the same bytes again returns the
     * first file. The timeout of an attempt is `timeoutMs` plus the time at 64 kB/s. Askline itself reads for at most
     * `UPLOAD_SECONDS`, 30 by default, and then answers 408.
     */
    upload: (type: FileType, file: Blob, name: string, options?: CallOptions): Promise<TrainingFile> => {
      const bodySerializer = () => formOf(type, file, name)
      return dataOf(api.POST('/v1/files', { body: { type, file: name }, bodySerializer, ...optionsOf(options) }))
    },

    /** Returns the progress, the rejected rows with reasons, and the quality of the model trained with it. */
    get: (uuid: string, options?: CallOptions): Promise<TrainingFile> =>
      dataOf(api.GET('/v1/files/{uuid}', { params: { path: { uuid } }, ...optionsOf(options) })),

    list: (query: Omit<QueryFor<'listFiles'>, 'cursor'> = {}, options?: CallOptions): Pages<TrainingFile> =>
      pagesOf(async (cursor) => {
        const { data, meta } = await bodyOf(api.GET('/v1/files', nextPage(query, cursor, options)))
        return { items: data.files, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
      }),

    /** Removes the file and everything derived from its rows. */
    remove: (uuid: string, options?: CallOptions) =>
      dataOf(api.POST('/v1/files/{uuid}/remove', { params: { path: { uuid } }, body: {}, ...optionsOf(options) })),
  }
}

/** Returns the form of an upload. */
export function formOf(type: FileType, file: Blob, name: string): FormData {
  const form = new FormData()
  form.append('type', type)
  form.append('file', file, name)
  return form
}
