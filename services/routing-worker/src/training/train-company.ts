import { type Database, inSystem } from '@askline/db'
import {
  endTraining,
  findJudged,
  findRunningModel,
  findTrainingLanguage,
  keepModel,
  putTrainingBack,
  readModel,
  readTrainingTexts,
  stopRunningModel,
  type TrainedModel,
  type Training,
  takeTraining,
  tellTraining,
} from '@askline/domain'
import { type LessonThread, openLessonThread } from './lesson-thread.ts'

/** Between two words on how far a training is, in ms. */
const wordMs = 500

export type School = {
  /**
   * Trains a company's models where that is due, and yields what came of it: `busy` where nothing was due, or somebody else
   * does it. One company at a time in this process: callers wait for one another.
   */
  train(companyId: string): Promise<'trained' | 'too-little' | 'busy'>
  /** Whether a training is under way here. */
  isBusy(): boolean
  /** Ends the training under way, which another process then takes up. */
  close(): Promise<void>
}

/** Trains models in a thread of their own, one after the other: routing keeps the other processor. */
export function openSchool(db: Database): School {
  let last: Promise<unknown> = Promise.resolve()
  let inLesson = 0
  let thread: LessonThread | undefined
  let isClosed = false

  async function trainNow(companyId: string): Promise<'trained' | 'too-little' | 'busy'> {
    if (isClosed) return 'busy'
    const training = await inSystem(db, (tx) => takeTraining(tx, companyId))
    if (!training) return 'busy'
    inLesson++
    try {
      return await teach(training)
    } catch (error) {
      await inSystem(db, (tx) => putTrainingBack(tx, training, isClosed)).catch(() => undefined)
      throw error
    } finally {
      inLesson--
    }
  }

  async function teach(training: Training): Promise<'trained' | 'too-little' | 'busy'> {
    for (;;) {
      const model = await learn(training)
      if (model === 'lost') return 'busy'
      if (!model) {
        await inSystem(db, async (tx) => {
          if (await endTraining(tx, training, undefined)) {
            if (training.mustReplace) await stopRunningModel(tx, training.companyId)
          }
        })
        return 'too-little'
      }
      const kept = await inSystem(db, (tx) => keepModel(tx, training, model))
      if (kept === 'lost') return 'busy'
      if (kept !== 'compare-again') return 'trained'
    }
  }

  async function learn(training: Training): Promise<TrainedModel | undefined | 'lost'> {
    const { companyId } = training
    let share = 0
    let isLost = false
    const opened = openLessonThread((told) => {
      share = told
    })
    thread = opened
    const words = setInterval(async () => {
      const goesOn = await inSystem(db, (tx) => tellTraining(tx, training, Math.min(share, 0.99))).catch(() => true)
      if (goesOn) return
      isLost = true
      await opened.end()
    }, wordMs)
    try {
      const run = <T>(work: Parameters<typeof inSystem<T>>[1]) => inSystem(db, work)
      for await (const texts of readTrainingTexts(run, companyId)) opened.add(texts)
      const running = await run((tx) => findRunningModel(tx, companyId))
      if (running) {
        const { modelId } = running
        const [bytes, judged] = [await readModel(run, modelId), await run((tx) => findJudged(tx, modelId))]
        if (bytes) opened.compareWith({ modelId, bytes, judged })
      }
      return await opened.train(await run((tx) => findTrainingLanguage(tx, companyId)))
    } catch (error) {
      if (isLost) return 'lost'
      throw error
    } finally {
      clearInterval(words)
      thread = undefined
      await opened.end()
    }
  }

  return {
    train(companyId) {
      const turn = last.then(() => trainNow(companyId))
      last = turn.catch(() => undefined)
      return turn
    },
    isBusy: () => inLesson > 0,
    async close() {
      isClosed = true
      await thread?.end()
      await last
    },
  }
}
