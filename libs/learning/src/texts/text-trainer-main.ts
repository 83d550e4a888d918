import { parentPort } from 'node:worker_threads'
import { clusterQuestions } from '@askline/text'
import { type TrainingMaterial, trainModels } from './train-texts.ts'

type Order = { id: number; material: TrainingMaterial } | { id: number; texts: string[] }

/** The thread that learns and clusters: receives material, returns models as bytes, one company at a time. */
parentPort?.on('message', (order: Order) => {
  const { id } = order
  try {
    const done = 'texts' in order ? clusterQuestions(order.texts) : trainModels(order.material)
    parentPort?.postMessage({ id, done })
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
  }
})
