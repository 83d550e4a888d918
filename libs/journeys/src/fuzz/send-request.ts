import { Agent, request } from 'node:http'
import type { HttpAnswer } from '@askline/testing'
import type { FuzzRequest } from './fuzz-requests.ts'
import type { Pools } from './pools.ts'

/** Time limit of an answer, in ms. */
const patienceMs = 2_000

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends a request unchanged, with the sender's token. Rejects if no complete answer arrives within two seconds, or no head of a stream. */
export function send(
  baseUrl: string,
  wanted: FuzzRequest,
  pools: Pools,
  tokenOf: (who: string) => string | undefined,
): Promise<HttpAnswer> {
  const fill = (text: string) =>
    text.replace(/\{\{(\w+):(\d+)\}\}/g, (_all, name, number) => pools.pick(name, Number(number)))
  const { host, hostname, port } = new URL(baseUrl)
  const token = tokenOf(wanted.who)
  const body = wanted.body === undefined ? undefined : Buffer.from(fill(wanted.body))
  const headers = {
    host,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...wanted.headers,
    ...(body === undefined ? {} : { 'content-length': String(body.length) }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, hostname, port, method: wanted.method, path: fill(wanted.url), headers },
      (response) => {
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          clearTimeout(patience)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '', body: undefined })
          // It goes on until its token ends.
          response.destroy()
          return
        }
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          clearTimeout(patience)
          const text = Buffer.concat(chunks).toString('utf8')
          const isJson = String(response.headers['content-type']).includes('json')
          try {
            const parsed = isJson && text !== '' ? JSON.parse(text) : undefined
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed })
          } catch (error) {
            reject(error)
          }
        })
      },
    )
    const patience = setTimeout(() => sent.destroy(new Error(`no answer within ${patienceMs} ms`)), patienceMs)
    sent.on('error', (error) => {
      clearTimeout(patience)
      reject(error)
    })
    sent.end(body)
  })
}
