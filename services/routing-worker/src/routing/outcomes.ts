import { isConnectionLoss } from '@askline/db'

/**
 * `done`: nothing is left to do for the question. `unread`: its company is not in memory; bring it and try again. `busy`: somebody is
 * moving the question right now; come back in a moment.
 */
export type RouteOutcome = { kind: 'done' } | { kind: 'busy' } | { kind: 'unread'; companyId: string }

/** By question the id of the request that it is routed for. */
export type Correlations = ReadonlyMap<string, string>

/** What became of each question of a batch; an error is that question's own. */
export type Outcomes = Map<string, RouteOutcome | Error>

/** Runs `work` for one question, which yields whether it is busy; its failure is that question's, unless the database is away. */
export async function alone(outcomes: Outcomes, questionId: string, work: () => Promise<boolean>): Promise<void> {
  try {
    if (await work()) outcomes.set(questionId, { kind: 'busy' })
  } catch (error) {
    if (isConnectionLoss(error) || !(error instanceof Error)) throw error
    outcomes.set(questionId, error)
  }
}
