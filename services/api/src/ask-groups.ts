import type { QuestionView } from '@askline/contracts'
import type { Database, Tx } from '@askline/db'
import { type KeyedRequest, storeAnswersWith } from '@askline/domain/idempotency'
import { type AskQuestion, askTogether } from '@askline/domain/questions/ask'
import { findAskedAlone } from '@askline/domain/questions/asked-alone'
import type { ActorReader, UserActor } from './actors.ts'
import { openCompanyGroups } from './company-groups.ts'

type Asking = { by: ActorReader<UserActor>; input: AskQuestion; keyed: KeyedRequest | undefined }

/**
 * Writes concurrent questions of one company together. A question that may exist already, or that has a known answer, is asked alone.
 */
export const openAskGroups = (db: Database, publicUrl: string) =>
  openCompanyGroups<Asking, QuestionView>(db, (tx, companyId, asking) =>
    writeTogether(tx, companyId, asking, publicUrl),
  )

async function writeTogether(
  tx: Tx,
  companyId: string,
  asking: Asking[],
  publicUrl: string,
): Promise<(QuestionView | undefined)[]> {
  const inputs = asking.map(({ input }) => input)
  const alone = await findAskedAlone(tx, companyId, inputs)
  const together = asking.filter((_, i) => !alone.has(i))
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
  return asking.map((_, i) => (alone.has(i) ? undefined : written.next().value))
}
