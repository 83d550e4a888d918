import { type Database, inSystem, type Tx } from '@askline/db'
import { reasonOf } from '@askline/runtime/failure-reasons'
import {
  findJudged,
  findRunningModel,
  keepModel,
  readModel,
  stopRunningModel,
  type TrainedModel,
  type TrainingScope,
} from './models.ts'
import { findTrainingLanguage, readTrainingTexts } from './training-texts.ts'
import { openTrainingThread, type TrainingThread } from './training-thread.ts'
import { endTraining, failTraining, type Training, takeTraining, trainingLeases } from './trainings.ts'

/** Time between two heartbeats, which also store the progress, in ms. */
const heartbeatMs = 500

/** Concurrent trainings of one process, so that a small company does not wait for a large one. */
export const maxRuns = 2

/** `busy`: nothing was due, another process trains it, or every slot is taken. */
type Outcome = 'trained' | 'too-little' | 'busy'

/** `model`: undefined if there was too little to learn from. `ran`: the model that ran meanwhile. */
type TrainedRun = { model: TrainedModel | undefined; ran: string | undefined }

export type TrainingPool = {
  /** Trains a company's models if that is due and a slot is free. Returns the outcome. */
  train(companyId: string): Promise<Outcome>
  /** Returns whether every slot is taken. */
  isFull(): boolean
  /** Ends running trainings. Another process then takes them. */
  close(): Promise<void>
}

/** Trains models in threads of their own, which yield to routing: see `training-main.ts`. */
export function openTrainingPool(db: Database): TrainingPool {
  const running = new Set<Promise<Outcome>>()
  const threads = new Set<TrainingThread>()
  let isClosed = false

  async function takeAndTrain(companyId: string): Promise<Outcome> {
    const training = await inSystem(db, (tx) => takeTraining(tx, companyId))
    if (!training) return 'busy'
    try {
      return await runTraining(training)
    } catch (error) {
      const letGo = (tx: Tx) =>
        isClosed ? trainingLeases.giveBack(tx, training) : failTraining(tx, training, reasonOf(error))
      await inSystem(db, letGo).catch(() => undefined)
      throw error
    }
  }

  async function runTraining(training: Training): Promise<Outcome> {
    let scope: TrainingScope = { until: undefined, isLast: false }
    for (;;) {
      const learned = await trainOnce(training, scope.until)
      if (learned === 'lost') return 'busy'
      const { model, ran } = learned
      if (!model && scope.until) {
        // Nothing is left of what the running model knew, so all newer texts are learned.
        scope = { until: undefined, isLast: true }
        continue
      }
      if (!model) {
        await inSystem(db, async (tx) => {
          if (await endTraining(tx, training, undefined)) {
            if (training.mustReplace) await stopRunningModel(tx, training.companyId)
          }
        })
        return 'too-little'
      }
      const kept = await inSystem(db, (tx) => keepModel(tx, training, model, { ...scope, ran }))
      if (kept === 'lost') return 'busy'
      if (kept === 'compare-again') continue
      if (!('learnOnly' in kept)) return 'trained'
      scope = { until: kept.learnOnly, isLast: true }
    }
  }

  async function trainOnce(training: Training, until: Date | undefined): Promise<TrainedRun | 'lost'> {
    const { companyId } = training
    let share = 0
    let isLost = false
    const opened = openTrainingThread((told) => {
      share = told
    })
    threads.add(opened)
    const heartbeats = setInterval(async () => {
      const isHeld = await inSystem(db, (tx) => trainingLeases.heartbeat(tx, training, [Math.min(share, 0.99)])).catch(
        () => true,
      )
      if (isHeld) return
      isLost = true
      await opened.end()
    }, heartbeatMs)
    try {
      const run = <T>(work: Parameters<typeof inSystem<T>>[1]) => inSystem(db, work)
      for await (const texts of readTrainingTexts(run, companyId, until)) opened.add(texts)
      const running = await run((tx) => findRunningModel(tx, companyId))
      if (running) {
        const { modelId } = running
        const [bytes, judged] = [
          await readModel(run, modelId),
          await run((tx) => findJudged(tx.of(companyId), modelId)),
        ]
        if (bytes) opened.compareWith({ modelId, bytes, judged })
      }
      const model = await opened.train(await run((tx) => findTrainingLanguage(tx, companyId)))
      return { model, ran: running?.modelId }
    } catch (error) {
      if (isLost) return 'lost'
      throw error
    } finally {
      clearInterval(heartbeats)
      threads.delete(opened)
      await opened.end()
    }
  }

  const isFull = () => isClosed || running.size >= maxRuns

  return {
    async train(companyId) {
      if (isFull()) return 'busy'
      const run = takeAndTrain(companyId)
      running.add(run)
      try {
        return await run
      } finally {
        running.delete(run)
      }
    },
    isFull,
    async close() {
      isClosed = true
      await Promise.all([...threads].map((thread) => thread.end()))
      await Promise.allSettled(running)
    },
  }
}
