import type { Socket } from 'node:net'
import { apiVersion } from '@askline/contracts'
import type { Clock } from '../clock.ts'
import { correlationIdOf } from './correlation.ts'

const answersByCode: Record<string, [status: string, code: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers_too_large',
    'The request line and headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout', 'The request did not arrive in time.'],
}
const unreadable = ['400 Bad Request', 'invalid_request', 'The request is not valid HTTP.'] as const

/** Answers, in the envelope, requests that Node could not parse. */
export const answerBroken = (clock: Clock) => (error: Error & { code?: string }, socket: Socket) => {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const [status, code, message] = answersByCode[error.code ?? ''] ?? unreadable
  const correlationId = correlationIdOf({ headers: {} })
  const meta = { version: apiVersion, correlationId, serverTime: clock.serverTime() }
  const body = JSON.stringify({ meta, error: { message, code } })
  const headers = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Correlation-Id: ${correlationId}`,
    'Connection: close',
  ]
  socket.end([`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n'))
}
