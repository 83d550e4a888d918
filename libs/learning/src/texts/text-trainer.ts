import { Worker } from 'node:worker_threads'
import type { KnownText } from '@askline/domain/text/known-texts'
import type { QuestionCluster } from '@askline/text'
import { mostSpoken, type TrainedBytes, type TrainingMaterial, trainModels } from './train-texts.ts'

/** Up to this many answers are indexed inline (under 50 ms). Larger sets use the worker thread. */
const fewKnown = 60

// A thread runs JavaScript, so tests on sources use the build's file.
const script = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/texts/text-trainer-main.js' : './text-trainer-main.js',
  import.meta.url,
)

export type Trainer = {
  /** Rejects if the material cannot be learned or the thread ends. */
  train(material: TrainingMaterial): Promise<TrainedBytes>
  /** Groups texts by similarity in the thread. Rejects if the thread ends. */
  cluster(texts: string[]): Promise<QuestionCluster[]>
  /** Groups known answers to nearly the same question in the thread, as ids. Rejects if the thread ends. */
  findConflicts(known: KnownText[]): Promise<string[][]>
  close(): Promise<void>
}

type Answer = { id: number; done?: unknown; error?: string }
type Waiting = { resolve(done: unknown): void; reject(error: Error): void }

/** Trains models of one company at a time in one thread. The thread starts on first use and restarts after a loss. */
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
    async findConflicts(known) {
      const entries = known.map(({ knowledgeId: answerId, answer: body, question, language }) => ({
        answerId,
        body,
        question,
        language,
      }))
      return (await order({ entries, language: mostSpoken(known) })) as string[][]
    },
    async close() {
      await thread?.terminate()
    },
  }
}
