import type { QuestionView } from '@askline/contracts'
import {
  type Coalescer,
  type Database,
  inCompany,
  isConnectionLoss,
  OutcomeUnknownError,
  openCoalescer,
} from '@askline/db'
import { type KeyedRequest, storeAnswersWith } from '@askline/domain/idempotency'
import { type AskQuestion, askTogether } from '@askline/domain/questions/ask'
import { findAskedAlone } from '@askline/domain/questions/asked-alone'
import type { ActorReader, UserActor } from './actors.ts'

type Asking = { by: ActorReader<UserActor>; input: AskQuestion; keyed: KeyedRequest | undefined }
type Group = Coalescer<Asking, QuestionView | undefined>

const largest = 24
/** Concurrent groups of one company: while one waits for the disk, the next is written. */
const atOnce = 3

/**
 * Writes concurrent questions of one company in one transaction. Under load a question costs a fraction of a transaction, and a
 * single question waits for no other. If a group fails, each caller asks its question alone, so one bad question never
 * fails its neighbors. A question that may exist already, or that has a known answer, leaves the group.
 */
export function openAskGroups(db: Database, publicUrl: string) {
  const groups = new Map<string, Group>()

  const openGroup = (companyId: string): Group =>
    openCoalescer(
      async (batch: Asking[]) => {
        try {
          return await writeTogether(companyId, batch)
        } catch (error) {
          // An unknown outcome may mean that they were written, so asking again could duplicate them. A lost database is lost for each.
          if (error instanceof OutcomeUnknownError || isConnectionLoss(error)) throw error
          return batch.map(() => undefined)
        }
      },
      { maxBatch: largest, maxInFlight: atOnce },
    )

  function writeTogether(companyId: string, batch: Asking[]): Promise<(QuestionView | undefined)[]> {
    return inCompany(db, companyId, async (tx) => {
      const inputs = batch.map(({ input }) => input)
      const alone = await findAskedAlone(tx, companyId, inputs)
      const together = batch.filter((_, i) => !alone.has(i))
      const asks = []
      for (const { by, input } of together) asks.push({ actor: await by(tx), input })
      const views = asks.length > 0 ? await askTogether(tx, asks, publicUrl) : []
      const answers = together.flatMap(({ keyed }, i) => {
        const view = views[i]
        // Rolls the group back: a refused question may not leave anything behind, such as a new asker.
        if (!view) throw new Error('A question of the group has an unknown asker or category')
        return keyed ? [{ ...keyed, status: 201, body: view, questionId: view.uuid }] : []
      })
      storeAnswersWith(tx, answers)
      const written = views.values()
      return batch.map((_, i) => (alone.has(i) ? undefined : written.next().value))
    })
  }

  return {
    /**
     * Returns the written question, or undefined if it has to be asked alone. Throws
     * OutcomeUnknownError if the connection broke during COMMIT, and the error of a database that is not reachable.
     */
    ask(companyId: string, asking: Asking): Promise<QuestionView | undefined> {
      const group = groups.get(companyId) ?? openGroup(companyId)
      groups.set(companyId, group)
      return group.add(asking).finally(() => {
        if (group.waiting + group.inFlight === 0) groups.delete(companyId)
      })
    },
  }
}
export type AskGroups = ReturnType<typeof openAskGroups>
