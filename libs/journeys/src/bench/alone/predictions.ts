import { setTimeout as pause } from 'node:timers/promises'
import type { TrainingCompany } from './training-companies.ts'

const everyMs = 50

/** One prediction: the classifier version that answered (undefined without an answer or a version), and its time in ms since 1970. */
export type Prediction = { sentAt: number; answeredAt: number; version: number | undefined }

export type Watch = {
  readonly predictions: readonly Prediction[]
  /** Since when every answer is by this version, and how often it was seen. */
  settled(version: number): { since: number; seen: number }
  stop(): Promise<void>
}

/** Requests routing predictions twenty times a second, without waiting for answers. Any worker may answer. */
export function watchPredictions({ caller, texts }: TrainingCompany): Watch {
  const predictions: Prediction[] = []
  const underway = new Set<Promise<void>>()
  let isStopped = false

  async function predict(text: string) {
    const sentAt = Date.now()
    const answer = await caller.post<{ modelVersion: string }>('/predictiveRouting', { text }).catch(() => undefined)
    const version = /\/classes-(\d+)$/.exec(answer?.data?.modelVersion ?? '')?.[1]
    predictions.push({ sentAt, answeredAt: Date.now(), version: version === undefined ? undefined : Number(version) })
  }
  const running = (async () => {
    for (let n = 0; !isStopped; n++) {
      const asked = predict(texts[n % texts.length] ?? '').finally(() => underway.delete(asked))
      underway.add(asked)
      await pause(everyMs)
    }
  })()

  return {
    predictions,
    settled(version) {
      const others = predictions.filter((one) => one.version !== version)
      const since = Math.max(0, ...others.map(({ answeredAt }) => answeredAt))
      return { since, seen: predictions.filter(({ sentAt }) => sentAt > since).length }
    },
    async stop() {
      isStopped = true
      await running
      await Promise.all(underway)
    },
  }
}
