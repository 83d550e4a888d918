import { type Database, inSystem, type Tx } from '@askline/db'
import {
  endTraining,
  failTraining,
  findJudged,
  findRunningModel,
  findTrainingLanguage,
  keepModel,
  type LessonScope,
  putTrainingBack,
  readModel,
  readTrainingTexts,
  stopRunningModel,
  type TrainedModel,
  type Training,
  takeTraining,
  tellTraining,
} from '@askline/domain'
import { reasonOf } from '@askline/runtime'
import { type LessonThread, openLessonThread } from './lesson-thread.ts'

/** Between two words on how far a training is, in ms. */
const wordMs = 500

/** Companies that learn at the same time in one process: nobody waits for a single large one. */
export const mostLessons = 2

/** `busy`: nothing was due, somebody else does it, or every place here is taken. */
type Outcome = 'trained' | 'too-little' | 'busy'

/** `model`: undefined where there was too little to learn from. `ran`: the model that ran meanwhile. */
type Learned = { model: TrainedModel | undefined; ran: string | undefined }

export type School = {
  /** Trains a company's models where that is due and a place is free, and yields what came of it. */
  train(companyId: string): Promise<Outcome>
  /** Whether every place is taken. */
  isFull(): boolean
  /** Ends the trainings under way, which another process then takes up. */
  close(): Promise<void>
}

/** Trains models in threads of their own, which yield to routing: see `lesson-main.ts`. */
export function openSchool(db: Database): School {
  const lessons = new Set<Promise<Outcome>>()
  const threads = new Set<LessonThread>()
  let isClosed = false

  async function trainNow(companyId: string): Promise<Outcome> {
    const training = await inSystem(db, (tx) => takeTraining(tx, companyId))
    if (!training) return 'busy'
    try {
      return await teach(training)
    } catch (error) {
      const letGo = (tx: Tx) => (isClosed ? putTrainingBack(tx, training) : failTraining(tx, training, reasonOf(error)))
      await inSystem(db, letGo).catch(() => undefined)
      throw error
    }
  }

  async function teach(training: Training): Promise<Outcome> {
    let scope: LessonScope = { until: undefined, isLast: false }
    for (;;) {
      const learned = await learn(training, scope.until)
      if (learned === 'lost') return 'busy'
      const { model, ran } = learned
      if (!model && scope.until) {
        // Nothing is left of what the running one knew: what came later is all there is.
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

  async function learn(training: Training, until: Date | undefined): Promise<Learned | 'lost'> {
    const { companyId } = training
    let share = 0
    let isLost = false
    const opened = openLessonThread((told) => {
      share = told
    })
    threads.add(opened)
    const words = setInterval(async () => {
      const goesOn = await inSystem(db, (tx) => tellTraining(tx, training, Math.min(share, 0.99))).catch(() => true)
      if (goesOn) return
      isLost = true
      await opened.end()
    }, wordMs)
    try {
      const run = <T>(work: Parameters<typeof inSystem<T>>[1]) => inSystem(db, work)
      for await (const texts of readTrainingTexts(run, companyId, until)) opened.add(texts)
      const running = await run((tx) => findRunningModel(tx, companyId))
      if (running) {
        const { modelId } = running
        const [bytes, judged] = [await readModel(run, modelId), await run((tx) => findJudged(tx, modelId))]
        if (bytes) opened.compareWith({ modelId, bytes, judged })
      }
      const model = await opened.train(await run((tx) => findTrainingLanguage(tx, companyId)))
      return { model, ran: running?.modelId }
    } catch (error) {
      if (isLost) return 'lost'
      throw error
    } finally {
      clearInterval(words)
      threads.delete(opened)
      await opened.end()
    }
  }

  const isFull = () => isClosed || lessons.size >= mostLessons

  return {
    async train(companyId) {
      if (isFull()) return 'busy'
      const lesson = trainNow(companyId)
      lessons.add(lesson)
      try {
        return await lesson
      } finally {
        lessons.delete(lesson)
      }
    },
    isFull,
    async close() {
      isClosed = true
      await Promise.all([...threads].map((thread) => thread.end()))
      await Promise.allSettled(lessons)
    },
  }
}
