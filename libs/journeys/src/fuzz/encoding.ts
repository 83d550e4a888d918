/** Encodes a value for a query. Placeholders stay unchanged, and half a surrogate pair becomes invalid UTF-8. */
export function encodedInQuery(value: unknown): string {
  const written = typeof value === 'string' ? value : JSON.stringify(value)
  if (/^\{\{\w+:\d+\}\}$/.test(written)) return written
  try {
    return encodeURIComponent(written)
  } catch {
    return '%ED%A0%80'
  }
}

/** Returns the `content-type` header for a media type of the document. */
export const contentTypeOf = (type: string) => (type === 'multipart/form-data' ? `${type}; boundary=fuzz` : type)

/** Encodes a body for a media type of the document. */
export function encodedBody(type: string, value: object): string {
  const members = Object.entries(value)
  if (type === 'application/x-www-form-urlencoded') {
    return members.map(([name, one]) => `${name}=${encodedInQuery(one)}`).join('&')
  }
  if (type !== 'multipart/form-data') return JSON.stringify(value)
  const parts = members.map(([name, one]) => {
    const file = name === 'file' ? '; filename="a.csv"' : ''
    return `--fuzz\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${one}\r\n`
  })
  return `${parts.join('')}--fuzz--\r\n`
}
