import type { KnownText } from '@askline/domain/knowledge/known-texts'
import { buildRequestThread, threadScript } from '@askline/runtime/request-thread'
import type { QuestionCluster } from '@askline/text'
import { mostSpoken, type TrainedBytes, type TrainingMaterial, trainModels } from './train-texts.ts'

/** Up to this many answers are indexed inline (under 50 ms). Larger sets use the worker thread. */
const fewKnown = 60

const script = threadScript(import.meta.url, './text-trainer-main.js')

export type Trainer = {
  /** Rejects if the material cannot be learned or the thread ends. */
  train(material: TrainingMaterial): Promise<TrainedBytes>
  /** Groups texts by similarity in the thread. Rejects if the thread ends. */
  cluster(texts: string[]): Promise<QuestionCluster[]>
  /** Groups known answers to nearly the same question in the thread, as ids. Rejects if the thread ends. */
  findConflicts(known: KnownText[]): Promise<string[][]>
  close(): Promise<void>
}

/** Trains models of one company at a time in one thread. The thread starts on first use and restarts after a loss. */
export function buildTrainer(): Trainer {
  const thread = buildRequestThread('texts', script)
  return {
    async train(material) {
      if (material.known.length + material.verdicts.length <= fewKnown) return trainModels(material)
      return (await thread.run({ material })) as TrainedBytes
    },
    async cluster(texts) {
      return (await thread.run({ texts })) as QuestionCluster[]
    },
    async findConflicts(known) {
      const entries = known.map(({ knowledgeId: answerId, answer: body, question, language }) => ({
        answerId,
        body,
        question,
        language,
      }))
      return (await thread.run({ entries, language: mostSpoken(known) })) as string[][]
    },
    close: thread.close,
  }
}
