import { afterEach, expect } from 'vitest'
import { buildConformity } from './conformity.ts'

/**
 * Holds every answer of the API that the tests of a file that imports this get by fetch, also from within a library, against the document of the instance that
 * gave it: what comes in the middle of a failure is documented as well. The test that got an answer of another kind is red.
 */
const faults = new Set<string>()
let faultOf: ReturnType<typeof buildConformity> | undefined
const plain = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const response = await plain(input, init)
  const { method, url } = new Request(input, { ...init, signal: null })
  const { origin, pathname } = new URL(url)
  if (pathname.startsWith('/v1/') && (await findDocument(origin))) {
    const copy = response.clone()
    // Whoever asked may give up in the middle of the answer: then there is none to look at.
    const text = await copy.text().catch(() => undefined)
    if (text !== undefined) {
      const { status, headers } = response
      const answer = { status, headers: Object.fromEntries(headers), text, body: parsed(text) }
      const fault = faultOf?.(answer, method, pathname)
      if (fault !== undefined) faults.add(fault)
    }
  }
  return response
}

/** Of the first instance that answers with one: stand-ins do not, and an instance that fails does later. */
async function findDocument(origin: string): Promise<boolean> {
  if (faultOf) return true
  try {
    const response = await plain(`${origin}/v1/openapi.json`)
    if (response.ok) faultOf ??= buildConformity(JSON.parse(await response.text()))
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
