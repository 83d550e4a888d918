import { FileRefusedError } from './file-faults.ts'
import type { FileFormat } from './inspect.ts'

/** Formats that a file name's extension allows. A table with one column has no delimiter that would distinguish CSV from TSV. */
const formatsOf: Record<string, readonly FileFormat[]> = {
  csv: ['CSV', 'TSV'],
  tsv: ['CSV', 'TSV'],
  txt: ['CSV', 'TSV', 'JSONL'],
  jsonl: ['JSONL'],
  ndjson: ['JSONL'],
}

/** Throws FileRefusedError `file_extension` if the extension contradicts the format. A name without an extension is accepted. */
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
