import type { IncomingMessage } from 'node:http'
import { FaultError } from './faults.ts'

/** Returns status, wanted headers and the first `readBytes` of the body. Throws a FaultError for a redirect. */
export async function readAnswer(answer: IncomingMessage, wanted: readonly string[], readBytes: number) {
  const status = answer.statusCode ?? 0
  if (status >= 300 && status < 400) {
    throw new FaultError({
      kind: 'redirect_refused',
      status,
      explanation: `must lead to a server that answers itself, not with a redirect (${status})`,
    })
  }
  return { status, headers: pick(answer, wanted), ...(await readBody(answer, readBytes)) }
}

function pick({ headers }: IncomingMessage, wanted: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    wanted.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
}

async function readBody(answer: IncomingMessage, readBytes: number): Promise<{ body: string; isCut: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > readBytes) break
  }
  const isCut = length > readBytes
  // A character that is cut in two is left out.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, readBytes), { stream: isCut })
  return { body: text.replaceAll('\0', '\uFFFD'), isCut }
}
