import type { JobPayload, QuestionView } from '@askline/contracts'
import { type Database, inCompany, inSystem, newId, type Tx } from '@askline/db'
import type { Cast } from '@askline/testing'
import type { Actor } from '../src/actors.ts'
import { makeChange } from '../src/changes/make-changes.ts'
import { type AskQuestion, askQuestion } from '../src/questions/ask.ts'
import { claimQuestion } from '../src/questions/claim.ts'
import { addedResponse, respond } from '../src/questions/respond.ts'
import type { RosterPicture } from '../src/routing/decision.ts'
import { moveDueQuestions } from '../src/routing/due.ts'
import { offerToExperts, type WavePlan } from '../src/routing/offer.ts'
import { findRoutable } from '../src/routing/routable.ts'
import { viewQuestion } from '../src/views/find.ts'

export const publicUrl = 'http://localhost/v1'

/** Returns the moves that a test makes in a company. Each call is one transaction, as in the API. */
export function stageOf(db: Database, cast: Cast) {
  const { companyId } = cast
  const run = <T>(work: (tx: Tx) => Promise<T>) => inCompany(db, companyId, work)
  const user = (userId: string) => ({ kind: 'user', userId, companyId }) as const
  const expert = (userId: string) => ({ kind: 'expert', userId, companyId }) as const
  const agent = (userId: string) => ({ kind: 'agent', userId, companyId }) as const
  const integration = { kind: 'integration', integrationId: cast.integrationId, companyId } as const

  async function ask(options: Partial<AskQuestion> & { by?: string } = {}): Promise<string> {
    const { by = cast.ada, ...input } = options
    const { view } = await run((tx) =>
      askQuestion(tx, user(by), { text: 'Where is my card?', externalIds: [], ...input }, publicUrl),
    )
    return view.uuid
  }

  const roster: RosterPicture = { id: newId(), named: [{ expertId: cast.carlos, verdict: 'ranked_below' }] }

  async function offer(questionId: string, expertIds: string[] = [cast.bruno, cast.carla], options = {}) {
    const { offered } = await inSystem(db, async (tx) => {
      const [q] = await findRoutable(tx, [questionId])
      if (!q) return { offered: [], kept: [], busy: [] }
      const experts = expertIds.map((expertId, i) => ({ expertId, score: 1 - i / 10, reasons: [] }))
      return offerToExperts(tx, [
        {
          questionId,
          companyId,
          expectedWave: q.wave,
          expectedRound: q.round,
          isLast: false,
          offerMs: 90_000,
          lastResponseMs: 61_000,
          experts,
          decision: {
            policyVersion: 'test',
            candidates: [{ expertId: cast.carlos, verdict: 'ranked_below', score: 0.1, features: { words: 2 } }],
            counts: { offered: experts.length, ranked_below: 1, away: 2 },
            rosterId: roster.id,
            roster,
          },
          ...options,
        },
      ])
    })
    return offered
  }

  /** Opens a question to all experts who meet `rule`, without an offer to anyone. */
  const open = (questionId: string, rule: Pick<WavePlan, 'language' | 'requirement'> = {}) =>
    offer(questionId, [], { isLast: true, isWithoutOffers: true, ...rule })

  const see = (questionId: string, actor: Actor = integration): Promise<QuestionView> =>
    run((tx) => viewQuestion(tx, actor, questionId, publicUrl))

  /** Every system message that stands, with its place. */
  async function systemMessages(questionId: string): Promise<string[]> {
    const { conversation } = await see(questionId)
    const all = [...conversation.messages, ...conversation.responses.flatMap((r) => r.messages)]
    return all.filter((m) => m.type !== 'MESSAGE').map((m) => m.type.replace(/(_SYSTEM)?_MESSAGE$/, ''))
  }

  async function events(questionId: string) {
    const { rows } = await db.system.query<{ seq: number; type: string; audience: string[] }>(
      'select seq, type, audience from question_events where question_id = $1 order by seq',
      [questionId],
    )
    return rows
  }

  /** Every notification of a question that is in the outbox, in the order of its rows. */
  async function notifications(questionId: string) {
    const { rows } = await db.system.query<{ payload: JobPayload<'question-changed'> }>(
      `select j -> 'payload' as payload from outbox, jsonb_array_elements(jobs) with ordinality as e(j, n)
        where j ->> 'job' = 'question-changed' and j #>> '{payload,questionId}' = $1 order by id, n`,
      [questionId],
    )
    return rows.map(({ payload }) => ({ ...payload, inbox: payload.inbox ?? [] }))
  }

  /** Moves a deadline into the past: time comes to the question instead of the test waiting for it. */
  async function comes(questionId: string, deadline: string) {
    await db.system.query(
      `update questions set ${deadline}_due_at = clock_timestamp() - interval '1 second' where id = $1`,
      [questionId],
    )
    return moveDueQuestions(db, 100)
  }

  async function claimed(by = cast.bruno): Promise<string> {
    const questionId = await ask()
    await offer(questionId, [by])
    await run((tx) => makeChange(tx, claimQuestion(expert(by), { questionId })))
    return questionId
  }

  async function answered(by = cast.bruno) {
    const questionId = await ask()
    await offer(questionId, [by])
    const { responseId } = await run((tx) =>
      makeChange(tx, respond(expert(by), { questionId, text: 'It is on its way.' })).then(addedResponse),
    )
    return { questionId, responseId }
  }

  return {
    cast,
    db,
    run,
    user,
    expert,
    agent,
    integration,
    ask,
    offer,
    open,
    see,
    systemMessages,
    events,
    notifications,
    comes,
    claimed,
    answered,
  }
}

export type Stage = ReturnType<typeof stageOf>
