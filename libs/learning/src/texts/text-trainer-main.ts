import { carryOutOrders } from '@askline/runtime/order-thread'
import { type ConflictCandidate, clusterQuestions, findConflicts } from '@askline/text'
import { type TrainingMaterial, trainModels } from './train-texts.ts'

type Order = { material: TrainingMaterial } | { texts: string[] } | { entries: ConflictCandidate[]; language: string }

function carryOut(order: Order): unknown {
  if ('texts' in order) return clusterQuestions(order.texts)
  if ('entries' in order) return findConflicts(order.entries, { language: order.language })
  return trainModels(order.material)
}

/** The thread that learns, clusters and compares: receives material, returns the result, one company at a time. */
carryOutOrders(carryOut)
