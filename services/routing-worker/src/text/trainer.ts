import { Worker } from 'node:worker_threads'
import type { QuestionCluster } from '@askline/text'
import { type TrainedBytes, type TrainingMaterial, trainModels } from './train.ts'

/** So many known answers are learned in less than 50 ms, here and now; more of them off the event loop. */
const fewKnown = 60

// A thread runs JavaScript: sources under test use the build's.
const script = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/text/trainer-main.js' : './trainer-main.js',
  import.meta.url,
)

export type Trainer = {
  /** Rejects when the material cannot be learned, or the thread was lost. */
  train(material: TrainingMaterial): Promise<TrainedBytes>
  /** Groups texts by likeness, in the thread. Rejects when the thread was lost. */
  cluster(texts: string[]): Promise<QuestionCluster[]>
  close(): Promise<void>
}

type Answer = { id: number; done?: unknown; error?: string }
type Waiting = { resolve(done: unknown): void; reject(error: Error): void }

/** Trains the models of one company after the other, in one thread that is made when it is first needed and again when it is lost. */
export function buildTrainer(): Trainer {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let last = 0

  function lose(error: Error) {
    thread = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  function open(): Worker {
    const opened = new Worker(script, { execArgv: [] })
    opened.unref()
    opened.on('message', ({ id, done, error }: Answer) => {
      const caller = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) caller?.resolve(done)
      else caller?.reject(new Error(error))
    })
    opened.on('error', lose)
    opened.on('exit', () => lose(new Error('The training thread has ended')))
    return opened
  }
  function order(what: object): Promise<unknown> {
    thread ??= open()
    const id = ++last
    const done = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }))
    thread.postMessage({ id, ...what })
    return done
  }
  return {
    async train(material) {
      if (material.known.length + material.verdicts.length <= fewKnown) return trainModels(material)
      return (await order({ material })) as TrainedBytes
    },
    async cluster(texts) {
      return (await order({ texts })) as QuestionCluster[]
    },
    async close() {
      await thread?.terminate()
    },
  }
}
