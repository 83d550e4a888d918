import { parentPort } from 'node:worker_threads'
import { type ConflictCandidate, clusterQuestions, findConflicts } from '@askline/text'
import { type TrainingMaterial, trainModels } from './train-texts.ts'

type Order = { id: number } & (
  | { material: TrainingMaterial }
  | { texts: string[] }
  | { entries: ConflictCandidate[]; language: string }
)

function carryOut(order: Order): unknown {
  if ('texts' in order) return clusterQuestions(order.texts)
  if ('entries' in order) return findConflicts(order.entries, { language: order.language })
  return trainModels(order.material)
}

/** The thread that learns, clusters and compares: receives material, returns the result, one company at a time. */
parentPort?.on('message', (order: Order) => {
  const { id } = order
  try {
    parentPort?.postMessage({ id, done: carryOut(order) })
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
  }
})
