import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Fault, FaultError } from './faults.ts'

type Step = 'connecting' | 'encrypting' | 'waiting' | 'reading'
type ProgressLimits = { connectMs: number; firstByteMs: number; wholeMs: number; readBytes: number }

/** Bytes that an answer may have beside its body: headers, sizes of chunks and interim answers such as 103. */
const mostAround = 524_288

/** Follows a request from step to step, cuts its connection when a limit is passed, and knows what an error at a step means. */
export function watchProgress(outgoing: ClientRequest, isSecure: boolean, limits: ProgressLimits) {
  let step: Step = 'connecting'
  let status: number | undefined
  let passed: FaultError | undefined

  const cut = (fault: Fault) => {
    passed = new FaultError({ ...fault, ...(status === undefined ? {} : { status }) })
    outgoing.destroy()
  }
  const expire = (ms: number) => cut(lateness(step, ms))
  const whole = setTimeout(expire, limits.wholeMs, limits.wholeMs)
  let current = setTimeout(expire, limits.connectMs, limits.connectMs)
  const wait = () => {
    step = 'waiting'
    clearTimeout(current)
    current = setTimeout(expire, limits.firstByteMs, limits.firstByteMs)
  }
  outgoing.once('socket', (socket) => {
    let received = 0
    socket.on('data', (bytes: Buffer) => {
      received += bytes.length
      if (received > limits.readBytes + mostAround) cut(tooMuch)
    })
    socket.once('connect', () => {
      if (isSecure) step = 'encrypting'
      else wait()
    })
    socket.once('secureConnect', wait)
  })
  outgoing.once('response', (answer: IncomingMessage) => {
    step = 'reading'
    status = answer.statusCode
    clearTimeout(current)
  })

  return {
    /** Returns what an error means at the present step. Without an error, the connection was closed. */
    errorOf(error?: unknown): FaultError {
      if (passed) return passed
      if (error instanceof FaultError) return error
      return new FaultError({ ...breakage(step, error), ...(status === undefined ? {} : { status }) })
    },
    /** Stops the limits. */
    end() {
      clearTimeout(whole)
      clearTimeout(current)
    },
  }
}

const tooMuch: Fault = {
  kind: 'answer_invalid',
  explanation: `leads to a server that sends more than ${mostAround / 1_024} KiB beside the body of its answer`,
}

function lateness(step: Step, ms: number): Fault {
  if (step === 'reading') {
    return { kind: 'too_slow', explanation: `leads to a server whose answer did not end within ${ms} ms` }
  }
  const missing = step === 'waiting' ? 'sent no answer' : 'did not complete the connection'
  return { kind: 'timeout', explanation: `leads to a server that ${missing} within ${ms} ms` }
}

function breakage(step: Step, error: unknown): Fault {
  const { code } = Object(error) as { code?: unknown }
  // Only the code: messages of errors have addresses and texts of the other side.
  const because = typeof code === 'string' ? ` (${code})` : ''
  if (step === 'connecting') {
    return { kind: 'connection_failed', explanation: `leads to a server that accepts no connection${because}` }
  }
  if (step === 'encrypting') {
    return { kind: 'tls_failed', explanation: `leads to a server without a valid certificate for its name${because}` }
  }
  return because.startsWith(' (HPE_')
    ? { kind: 'answer_invalid', explanation: `leads to a server whose answer is not valid HTTP${because}` }
    : { kind: 'connection_lost', explanation: `leads to a server that closed the connection too early${because}` }
}
