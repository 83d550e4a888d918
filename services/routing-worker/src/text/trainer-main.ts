import { parentPort } from 'node:worker_threads'
import { type TrainingMaterial, trainModels } from './train.ts'

/** The thread that trains: material in, models as bytes out, one company after the other. */
parentPort?.on('message', ({ id, material }: { id: number; material: TrainingMaterial }) => {
  try {
    parentPort?.postMessage({ id, trained: trainModels(material) })
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
  }
})
