import { Worker } from 'node:worker_threads'
import type { TrainedModel, TrainingText } from '@askline/domain'
import type { Running } from './lesson.ts'

export type ToLesson =
  | { kind: 'texts'; texts: TrainingText[] }
  | { kind: 'running'; running: Running }
  | { kind: 'train'; language: string }
export type FromLesson =
  | { kind: 'progress'; share: number }
  | { kind: 'done'; model: TrainedModel | undefined }
  | { kind: 'failed'; why: string; code: string }

// A thread runs JavaScript: sources under test use the build's.
const script = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/training/lesson-main.js' : './lesson-main.js',
  import.meta.url,
)

/** What one lesson may hold of memory, in MB: a company with too much fails alone. */
const mostMemory = 2_048

export type LessonThread = {
  add(texts: TrainingText[]): void
  compareWith(running: Running): void
  /** Rejects when the lesson fails, or the thread is lost or ended. */
  train(language: string): Promise<TrainedModel | undefined>
  end(): Promise<void>
}

/** Opens a thread for one lesson. */
export function openLessonThread(onProgress: (share: number) => void): LessonThread {
  const thread = new Worker(script, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: mostMemory } })
  thread.unref()
  const send = (message: ToLesson) => thread.postMessage(message)
  const outcome = new Promise<TrainedModel | undefined>((resolve, reject) => {
    thread.on('message', (message: FromLesson) => {
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
