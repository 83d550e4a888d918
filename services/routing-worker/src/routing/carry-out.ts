import { type Database, inSystem, isConnectionLoss } from '@askline/db'
import { offerToExperts, type RoutableQuestion, rerouteForLack, respondByFinding, type WavePlan } from '@askline/domain'
import type { PromisesMade } from '../loops/promise-keeper.ts'
import type { GivenUp, Looks } from './decide.ts'
import { alone, type Correlations, type Outcomes } from './outcomes.ts'
import { pictureWasKept } from './situation.ts'

/** Automatic answers written side by side. */
const answersAtOnce = 4

/** Answers what a known answer fits, in transactions of their own, a few at a time. Yields the questions that were. */
export async function answerAll(
  db: Database,
  questions: RoutableQuestion[],
  looks: Looks,
  outcomes: Outcomes,
  correlations: Correlations,
): Promise<ReadonlySet<string>> {
  const answered = new Set<string>()
  const fitting = questions.flatMap(({ questionId, companyId }) => {
    const { predictedClass, knowledgeId, answerConfidence: confidence } = looks.get(questionId) ?? {}
    return predictedClass && knowledgeId && confidence !== undefined
      ? [
          {
            questionId,
            companyId,
            predictedClass,
            knowledgeId,
            confidence,
            correlationId: correlations.get(questionId),
          },
        ]
      : []
  })
  for (let from = 0; from < fitting.length; from += answersAtOnce) {
    const work = fitting.slice(from, from + answersAtOnce).map((found) =>
      alone(outcomes, found.questionId, async () => {
        if (await inSystem(db, (tx) => respondByFinding(tx, found))) answered.add(found.questionId)
        return false
      }),
    )
    await Promise.all(work)
  }
  // What failed is tried again, not offered.
  for (const [questionId, outcome] of outcomes) if (outcome instanceof Error) answered.add(questionId)
  return answered
}

/** Hears of promises made to askers. */
export type PromiseHearer = Pick<PromisesMade, 'made'>

/** Offers all waves in one command, and one by one where that fails. Throws only when the database is away. */
export async function offerAll(
  db: Database,
  plans: WavePlan[],
  outcomes: Outcomes,
  promises?: PromiseHearer,
): Promise<void> {
  if (plans.length === 0) return
  try {
    const { busy, ...done } = await inSystem(db, (tx) => offerToExperts(tx, plans))
    const [offered, kept] = [new Set(done.offered), new Set(done.kept)]
    for (const questionId of busy) outcomes.set(questionId, { kind: 'busy' })
    for (const { questionId, promisedMs } of plans) {
      if (promisedMs !== undefined && offered.has(questionId)) promises?.made(questionId, promisedMs)
    }
    for (const { questionId, decision } of plans) {
      if (decision?.roster && kept.has(questionId)) pictureWasKept(decision.roster)
    }
  } catch (error) {
    if (isConnectionLoss(error)) throw error
    for (const plan of plans) {
      await alone(outcomes, plan.questionId, () =>
        inSystem(db, async (tx) => (await offerToExperts(tx, [plan])).busy.length > 0),
      )
    }
  }
}

/** Gives each of them to the agents. */
export async function rerouteAll(
  db: Database,
  givenUp: [questionId: string, GivenUp][],
  outcomes: Outcomes,
  correlations: Correlations,
): Promise<void> {
  for (const [questionId, { lack, decision }] of givenUp) {
    await alone(outcomes, questionId, () =>
      inSystem(
        db,
        async (tx) => (await rerouteForLack(tx, questionId, lack, decision, correlations.get(questionId))) === 'busy',
      ),
    )
  }
}
