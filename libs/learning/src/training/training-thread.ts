import { Worker } from 'node:worker_threads'
import { threadScript } from '@askline/runtime/request-thread'
import type { TrainedModel } from './models.ts'
import type { Running } from './training-run.ts'
import type { TrainingText } from './training-texts.ts'

export type ToTraining =
  | { kind: 'texts'; texts: TrainingText[] }
  | { kind: 'running'; running: Running }
  | { kind: 'train'; language: string }
export type FromTraining =
  | { kind: 'progress'; share: number }
  | { kind: 'done'; model: TrainedModel | undefined }
  | { kind: 'failed'; why: string; code: string }

const script = threadScript(import.meta.url, './training-main.js')

/** Heap limit of one training, in MB. A company with too many texts fails alone. */
const mostMemory = 2_048

export type TrainingThread = {
  add(texts: TrainingText[]): void
  compareWith(running: Running): void
  /** Rejects if the training fails or the thread ends. */
  train(language: string): Promise<TrainedModel | undefined>
  end(): Promise<void>
}

/** Opens a thread for one training run. */
export function openTrainingThread(onProgress: (share: number) => void): TrainingThread {
  const thread = new Worker(script, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: mostMemory } })
  thread.unref()
  const send = (message: ToTraining) => thread.postMessage(message)
  const outcome = new Promise<TrainedModel | undefined>((resolve, reject) => {
    thread.on('message', (message: FromTraining) => {
      if (message.kind === 'progress') onProgress(message.share)
      else if (message.kind === 'done') resolve(message.model)
      else reject(Object.assign(new Error(message.why), { code: message.code }))
    })
    thread.on('error', reject)
    thread.on('exit', () => reject(new Error('The training thread has ended')))
  })
  outcome.catch(() => undefined)
  return {
    add: (texts) => send({ kind: 'texts', texts }),
    compareWith: (running) => send({ kind: 'running', running }),
    train(language) {
      send({ kind: 'train', language })
      return outcome
    },
    async end() {
      await thread.terminate()
    },
  }
}
