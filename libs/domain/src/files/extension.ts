import { FileRefusedError } from './faults.ts'
import type { FileFormat } from './inspect.ts'

/** What a name may end in, and what is then in it. A table of one column holds no delimiter that would tell CSV from TSV. */
const formatsOf: Record<string, readonly FileFormat[]> = {
  csv: ['CSV', 'TSV'],
  tsv: ['CSV', 'TSV'],
  txt: ['CSV', 'TSV', 'JSONL'],
  jsonl: ['JSONL'],
  ndjson: ['JSONL'],
}

/** Throws FileRefusedError `file_extension` where a file's name says that it is something else. A name without an extension says nothing. */
export function mustSuitName(name: string, format: FileFormat): void {
  const extension = /\.([^.\s]+)\s*$/.exec(name)?.[1]?.toLowerCase()
  if (extension === undefined) return
  const formats = Object.hasOwn(formatsOf, extension) ? formatsOf[extension] : undefined
  if (formats?.includes(format)) return
  const message = formats
    ? `The file is named as .${extension}, and holds ${format}`
    : `Files are named ${Object.keys(formatsOf)
        .map((known) => `.${known}`)
        .join(', ')}`
  throw new FileRefusedError('file_extension', { message })
}
