import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { reasonOf } from '@askline/runtime'
import { addTexts, openLesson, type Running, trainOn } from './lesson.ts'
import type { FromLesson, ToLesson } from './lesson-thread.ts'

// On Linux 0 is the calling thread: this one yields to those who answer, to those of its own process above all.
setPriority(0, Math.min(19, getPriority(0) + 10))

const lesson = openLesson()
let running: Running | undefined
const tell = (message: FromLesson, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer)

/** The thread of one lesson: texts and the running model in, a model as bytes out. */
parentPort?.on('message', (message: ToLesson) => {
  if (message.kind === 'texts') return addTexts(lesson, message.texts)
  if (message.kind === 'running') {
    running = message.running
    return
  }
  try {
    const onProgress = (share: number) => tell({ kind: 'progress', share })
    const model = trainOn(lesson, { language: message.language, onProgress, ...(running ? { running } : {}) })
    tell({ kind: 'done', model }, model ? [model.bytes.buffer as ArrayBuffer] : [])
  } catch (error) {
    tell({ kind: 'failed', why: error instanceof Error ? error.message : String(error), code: reasonOf(error) })
  }
})
