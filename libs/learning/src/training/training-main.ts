import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { reasonOf } from '@askline/runtime/failure-reasons'
import { addTexts, emptyTrainingSet, type Running, trainOn } from './training-run.ts'
import type { FromTraining, ToTraining } from './training-thread.ts'

// On Linux 0 means the calling thread. This one yields to all request handling, including that of its own process.
setPriority(0, Math.min(19, getPriority(0) + 10))

const set = emptyTrainingSet()
let running: Running | undefined
const tell = (message: FromTraining, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer)

/** The thread of one training run: receives texts and the running model, returns a model as bytes. */
parentPort?.on('message', (message: ToTraining) => {
  if (message.kind === 'texts') return addTexts(set, message.texts)
  if (message.kind === 'running') {
    running = message.running
    return
  }
  try {
    const onProgress = (share: number) => tell({ kind: 'progress', share })
    const model = trainOn(set, { language: message.language, onProgress, ...(running ? { running } : {}) })
    tell({ kind: 'done', model }, model ? [model.bytes.buffer as ArrayBuffer] : [])
  } catch (error) {
    tell({ kind: 'failed', why: error instanceof Error ? error.message : String(error), code: reasonOf(error) })
  }
})
