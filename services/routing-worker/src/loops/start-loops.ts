import { type Database, inSystem } from '@askline/db'
import {
  countDeadLetters,
  endUnlearned,
  erasePerson,
  findDueErasures,
  findDueFiles,
  findDueSnapshots,
  findDueTrainings,
  findUnlearning,
  keepDeadDeadline,
  keepDeadOutboxRow,
  moveDueQuestions,
  readFile,
} from '@askline/domain'
import { deadJobsOfRow, type Logger, reasonOf } from '@askline/runtime'
import type { EvidenceBook } from '../evidence/evidence-book.ts'
import type { SnapshotKeeper } from '../evidence/snapshot-keeper.ts'
import type { TextBook } from '../text/text-book.ts'
import { mostLessons, type School } from '../training/train-company.ts'
import { deleteExpired, housekeepingMs } from './housekeeping.ts'
import { type Loop, startLoop } from './loop.ts'
import { type Destination, findOutboxAge, takeLeftBehind } from './relay.ts'
import { mostTimes, SetAside } from './set-aside.ts'

/** The longest pause of every loop that work may wait for, in ms. */
const pauseMs = 500
const relayRows = 500
/** How often the dead letters that wait are counted, in ms. */
const countMs = 10_000
/** Moves of one transaction: their questions are locked until it ends. A crowd is moved by a few statements. */
const movesAtOnce = 200
/** Sweepers of this process: while one waits for its COMMIT the other moves. */
const sweepers = 2
const shortestPauseMs = 20

const told = (logger: Logger, loop: string) => (error: unknown, failures: number) => {
  // Once per outage in the foreground; the rest is repetition.
  if (failures === 1) logger.warn({ err: error, loop }, 'A loop failed and will be tried again')
  else logger.debug({ err: error, loop, failures }, 'A loop failed again')
}

/** Hands over what its writers left behind in the outbox; `onAge` hears the age of the oldest row, in seconds. */
export function startRelay(
  db: Database,
  queues: Destination,
  logger: Logger,
  onAge: (seconds: number) => void = () => undefined,
): Loop {
  const aside = new SetAside()
  return startLoop(
    async () => {
      onAge(await findOutboxAge(db))
      const { relayed, refused } = await takeLeftBehind(db, queues, relayRows, aside.ids())
      for (const { id, error } of refused) {
        const times = aside.add(id)
        logger.error({ err: error, outboxId: id, times }, 'The queues refuse this outbox row')
        if (times < mostTimes) continue
        await keepDeadOutboxRow(db, id, (row) => deadJobsOfRow(row, reasonOf(error), times))
      }
      return relayed + refused.length === relayRows ? 0 : pauseMs
    },
    { onError: told(logger, 'relay') },
  )
}

/** Makes the moves whose time has come; `onMet` hears how late each was, in ms. Needs Postgres only. */
export function startSweepers(
  db: Database,
  logger: Logger,
  onMet: (lateMs: number[]) => void = () => undefined,
): Loop[] {
  const aside = new SetAside()
  const sweep = async () => {
    const { moved, lateMs, nextDueInMs, failed } = await moveDueQuestions(db, movesAtOnce, aside.ids())
    onMet(lateMs)
    for (const { question, error } of failed) {
      const times = aside.add(question.id)
      logger.error({ err: error, questionId: question.id, times }, 'A deadline could not be acted on')
      if (times >= mostTimes) await keepDeadDeadline(db, question, { reason: reasonOf(error), attempts: times })
    }
    if (moved >= movesAtOnce) return 0
    return Math.min(pauseMs, Math.max(shortestPauseMs, nextDueInMs ?? pauseMs))
  }
  return Array.from({ length: sweepers }, () => startLoop(sweep, { onError: told(logger, 'sweeper') }))
}

/** Keeps what is remembered of companies young. */
export function startRefresher(book: EvidenceBook, logger: Logger): Loop {
  return startLoop(
    async () => {
      await book.refresh()
      return pauseMs
    },
    { onError: told(logger, 'refresher') },
  )
}

/** Between looks for erasures that their job did not finish, in ms. */
const erasurePauseMs = 2_000

/** Carries on erasures whose job was lost or cut short, takes the last look at each, and says when nothing learned is left either. */
export function startErasures(db: Database, logger: Logger): Loop {
  return startLoop(
    async () => {
      for (const requestId of await findDueErasures(db, 20)) {
        // One that fails stays due; the others need not wait for it.
        await erasePerson(db, requestId).catch((err: unknown) => logger.error({ err, requestId }, 'An erasure failed'))
      }
      for (const companyId of await findUnlearning(db, 1_000)) await inSystem(db, (tx) => endUnlearned(tx, companyId))
      return erasurePauseMs
    },
    { onError: told(logger, 'erasures') },
  )
}

/** Learns again what companies know, where it changed. */
export function startTextRefresher(book: TextBook, logger: Logger): Loop {
  return startLoop(
    async () => {
      await book.refresh()
      return pauseMs
    },
    { onError: told(logger, 'text refresher') },
  )
}

/** Between looks for files and trainings whose job was lost, or whose worker, in ms. */
const catchUpPauseMs = 2_000

/** Reads files that wait, and those whose reader is gone. */
export function startFileReader(db: Database, logger: Logger): Loop {
  return startLoop(
    async () => {
      for (const fileId of await findDueFiles(db, 5)) {
        await readFile(db, fileId).catch((err: unknown) => logger.error({ err, fileId }, 'A file could not be read'))
      }
      return catchUpPauseMs
    },
    { onError: told(logger, 'file reader') },
  )
}

/** Train what is due, feedback that has gathered above all, while there is a place here: another process may be free. */
export function startTrainers(db: Database, school: School, logger: Logger): Loop[] {
  const train = async () => {
    const [companyId] = school.isFull() ? [] : await findDueTrainings(db, 1)
    if (companyId === undefined) return catchUpPauseMs
    await school
      .train(companyId)
      .catch((err: unknown) => logger.error({ err, companyId }, 'The models of a company could not be trained'))
    return shortestPauseMs
  }
  return Array.from({ length: mostLessons }, () => startLoop(train, { onError: told(logger, 'trainer') }))
}

/** Makes the snapshots of evidence that are due, one after the other: see `evidence/snapshot-keeper.ts`. */
export function startSnapshots(db: Database, keeper: SnapshotKeeper, logger: Logger): Loop {
  return startLoop(
    async () => {
      const [companyId] = await findDueSnapshots(db, 1)
      if (companyId === undefined) return catchUpPauseMs
      const begun = performance.now()
      const outcome = await keeper.keep(companyId)
      const seconds = Math.round((performance.now() - begun) / 1_000)
      if (outcome === 'kept') logger.info({ companyId, seconds }, 'The evidence of a company was kept')
      return catchUpPauseMs
    },
    { onError: told(logger, 'snapshots') },
  )
}

/** Deletes what has expired. */
export function startHousekeeper(db: Database, logger: Logger): Loop {
  return startLoop(async () => ((await deleteExpired(db)) ? 0 : housekeepingMs), {
    onError: told(logger, 'housekeeper'),
    longestBackOffMs: housekeepingMs,
  })
}

/** Tells `onCount` how many dead letters wait for somebody. */
export function startDeadLetterCount(db: Database, logger: Logger, onCount: (open: number) => void): Loop {
  return startLoop(
    async () => {
      onCount(await countDeadLetters(db))
      return countMs
    },
    { onError: told(logger, 'dead letters') },
  )
}
