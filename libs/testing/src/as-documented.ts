import { afterAll, afterEach, expect } from 'vitest'
import { conformityWith } from './conformity.ts'

/**
 * Checks every answer of the API that a test file receives by `fetch` against the OpenAPI document. Import this file to enable it.
 * Calls from libraries and answers during failures are checked too. A test with an undocumented answer fails.
 */
const faults = new Set<string>()
let faultOf: ReturnType<typeof conformityWith> | undefined
const plain = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const response = await plain(input, init)
  const { method, url } = new Request(input, { ...init, signal: null })
  const { origin, pathname } = new URL(url)
  if (pathname.startsWith('/v1/') && (await findDocument(origin))) {
    // A stream may not end, and an answer that the caller aborts cannot be checked.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    const text = isStream
      ? ''
      : await response
          .clone()
          .text()
          .catch(() => undefined)
    if (text !== undefined) {
      const { status, headers } = response
      const answer = { status, headers: Object.fromEntries(headers), text, body: parsed(text) }
      const fault = faultOf?.(answer, method, pathname)
      if (fault !== undefined) faults.add(fault)
    }
  }
  return response
}

/** Returns whether a document is loaded, and loads it from the first instance that serves one. Test doubles serve none. */
async function findDocument(origin: string): Promise<boolean> {
  if (faultOf) return true
  try {
    const response = await plain(`${origin}/v1/openapi.json?aliases=yes`)
    if (response.ok) faultOf ??= conformityWith(await response.text())
  } catch {
    return false
  }
  return faultOf !== undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

afterEach(() => {
  const found = [...faults]
  faults.clear()
  expect(found).toEqual([])
})
// The next file of this process wraps `fetch` again.
afterAll(() => {
  globalThis.fetch = plain
})
