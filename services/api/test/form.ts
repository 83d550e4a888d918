/** A form with a file in it, as clients send it. */
export function formOf(
  parts: { name: string; value: string | Buffer; filename?: string }[],
  boundary = 'a-boundary-of-ours',
) {
  const raw = Buffer.concat([
    ...parts.flatMap(({ name, value, filename }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: text/csv`}\r\n\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return { raw, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** The form of an upload. */
export const uploadOf = (type: string, file: string | Buffer, filename = 'rows.csv') =>
  formOf([
    { name: 'type', value: type },
    { name: 'file', value: file, filename },
  ])
