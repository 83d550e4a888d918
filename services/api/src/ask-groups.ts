import type { QuestionView } from '@askline/contracts'
import { type Database, inCompany, isConnectionLoss, OutcomeUnknownError } from '@askline/db'
import { type AskQuestion, askTogether, type KeyedRequest, storeAnswersWith } from '@askline/domain'
import type { UserActor, WhoActs } from './actors.ts'

type Asking = { by: WhoActs<UserActor>; input: AskQuestion; keyed: KeyedRequest | undefined }
type Waiting = Asking & { settle: (view: QuestionView | undefined) => void; fail: (error: unknown) => void }
type Group = { waiting: Waiting[]; running: number }

const largest = 24
/** While one group waits for the disk, the next one is at work. */
const atOnce = 3
const askAlone = 100

/**
 * Writes the questions that come to a company at the same moment in one transaction: under load a question costs a fraction
 * of a transaction, and alone it waits for nobody. A question that cannot go with the others, or whose group failed as a
 * whole, is the caller's to ask on its own: one bad question never fails its neighbours.
 */
export function openAskGroups(db: Database, publicUrl: string) {
  const groups = new Map<string, Group>()
  // How many of a company's next questions go alone: where gates have to be asked, no group succeeds.
  const alone = new Map<string, number>()

  async function run(companyId: string, group: Group): Promise<void> {
    group.running++
    const batch = group.waiting.splice(0, largest)
    try {
      const views = await writeTogether(companyId, batch)
      for (const [i, { settle }] of batch.entries()) settle(views[i])
    } catch (error) {
      // Perhaps they were written: asked again on their own they might stand twice. And a database that is away is away for each.
      const isFinal = error instanceof OutcomeUnknownError || isConnectionLoss(error)
      for (const { settle, fail } of batch) {
        if (isFinal) fail(error)
        else settle(undefined)
      }
      if (!isFinal) alone.set(companyId, askAlone)
    }
    group.running--
    if (group.waiting.length > 0) startSoon(companyId, group)
    else if (group.running === 0) groups.delete(companyId)
  }

  function writeTogether(companyId: string, batch: Asking[]): Promise<(QuestionView | undefined)[]> {
    return inCompany(db, companyId, async (tx) => {
      const asks = []
      for (const { by, input } of batch) asks.push({ actor: await by(tx), input })
      const views = await askTogether(tx, asks, publicUrl)
      const answers = batch.flatMap(({ keyed }, i) => {
        const view = views[i]
        // Undone as a whole: of a question that is refused nothing may stay, not even a new asker.
        if (!view) throw new Error('A question has to be asked on its own')
        return keyed ? [{ ...keyed, status: 201, body: view, questionId: view.uuid }] : []
      })
      storeAnswersWith(tx, answers)
      return views
    })
  }

  function startSoon(companyId: string, group: Group) {
    if (group.running >= atOnce) return
    // After the requests of this moment were read.
    setImmediate(() => {
      if (group.running < atOnce && group.waiting.length > 0) void run(companyId, group)
    })
  }

  return {
    /**
     * The question as it was written; undefined where it was not, and has to be asked on its own. Throws
     * OutcomeUnknownError where the connection broke during COMMIT, and what a database throws that is away.
     */
    ask(companyId: string, asking: Asking): Promise<QuestionView | undefined> {
      const left = alone.get(companyId) ?? 0
      if (left > 0) {
        if (left === 1) alone.delete(companyId)
        else alone.set(companyId, left - 1)
        return Promise.resolve(undefined)
      }
      return new Promise((settle, fail) => {
        const group = groups.get(companyId) ?? { waiting: [], running: 0 }
        groups.set(companyId, group)
        group.waiting.push({ ...asking, settle, fail })
        startSoon(companyId, group)
      })
    },
  }
}
export type AskGroups = ReturnType<typeof openAskGroups>
