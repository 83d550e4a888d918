import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { QuestionView } from '@askline/contracts'
import { openCaller } from '../clients/caller.ts'
import type { LedgerEntry } from '../oracle.ts'

export type AskingOptions = {
  urls: readonly string[]
  token: string
  clients: number
  perSecond: number
  /** Further members of each body. */
  body?: object
  /** Time in ms during which one question is sent again under its key. */
  patienceMs?: number
}

/**
 * One request. `at`: performance.now() when the answer arrived. `ms`: how long it took. Status 0: no answer.
 * `reason`: the code of the error, or its message without an answer.
 */
export type Attempt = { at: number; status: number; ms: number; reason: string }

/** The asks of a load. `replays`: questions that an attempt without an answer had already created. */
export type Asked = { ledger: LedgerEntry[]; attempts: Attempt[]; replays: number }

/** Asks steadily, each question under its own key, until it is stopped. Then it waits for running requests. */
export function startAsking(options: AskingOptions): { asked: Asked; stop(): Promise<Asked> } {
  const { urls, token, clients, perSecond, body, patienceMs = 15_000 } = options
  const asked: Asked = { ledger: [], attempts: [], replays: 0 }
  let isStopped = false
  const pauseMs = (clients / perSecond) * 1_000

  async function run(n: number): Promise<void> {
    const caller = openCaller(urls, token, n)
    await pause(Math.random() * pauseMs)
    while (!isStopped) {
      const next = performance.now() + pauseMs
      const key = randomUUID()
      const question = { text: `Where is my card ${key}?`, metadata: { key }, ...body }
      const onAttempt = (status: number, ms: number, reason: string) =>
        asked.attempts.push({ at: performance.now(), status, ms, reason })
      await caller.post<QuestionView>('/questions', question, { key, patienceMs, onAttempt }).then(
        (answer) => {
          asked.ledger.push({ key, status: answer.status, uuid: answer.data?.uuid })
          if (answer.headers.has('idempotency-replayed')) asked.replays++
        },
        () => {
          asked.ledger.push({ key, status: 0, uuid: undefined })
        },
      )
      await pause(Math.max(0, next - performance.now()))
    }
  }
  const running = Promise.all(Array.from({ length: clients }, (_, n) => run(n)))
  return {
    asked,
    async stop() {
      isStopped = true
      await running
      return asked
    },
  }
}
