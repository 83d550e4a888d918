import { inCompany, type Tx } from '@askline/db'
import { updateExpertProfile } from '@askline/domain/administration/expert-profile'
import { changeExpert } from '@askline/domain/administration/experts'
import { makeChange } from '@askline/domain/changes/make-changes'
import { addAgentMessage } from '@askline/domain/questions/agents'
import { rerouteQuestion } from '@askline/domain/questions/reroute'
import { closeQuestion, expireQuestion } from '@askline/domain/questions/settle'
import { moveDueQuestions } from '@askline/domain/routing/due'
import { describe, expect, test, vi } from 'vitest'
import { connect, openStage, publicUrl } from './notifier-stage.ts'

const stage = await openStage()
const { cast, db, claimsFor, mint, notify, ask, offer, claim } = stage
const { companyId } = cast
const run = <T>(work: (tx: Tx) => Promise<T>) => inCompany(db, companyId, work)
const ada = { kind: 'user', userId: cast.ada, companyId } as const
const bruno = { kind: 'expert', userId: cast.bruno, companyId } as const

async function comes(questionId: string, deadline: 'lease' | 'escalation' | 'expiry') {
  await db.system.query(
    `update questions set ${deadline}_due_at = clock_timestamp() - interval '1 second' where id = $1`,
    [questionId],
  )
  await moveDueQuestions(db, 100)
}

describe('the socket of an expert who held a question hears of its loss', () => {
  const losses: Record<string, [type: string, lose: (questionId: string) => Promise<unknown>]> = {
    'the asker reroutes it': [
      'QUESTION_ESCALATED_BY_CUSTOMER',
      (questionId) => run((tx) => makeChange(tx, rerouteQuestion(ada, { questionId }))),
    ],
    'an agent takes it back': [
      'TAKEBACK',
      (questionId) =>
        run((tx) =>
          makeChange(
            tx,
            addAgentMessage(
              { kind: 'agent', userId: cast.dora, companyId },
              { questionId, text: 'I take over.', externalIds: [] },
            ),
          ),
        ),
    ],
    'its lease lapses': ['QUESTION_RELEASED', (questionId) => comes(questionId, 'lease')],
    'its time runs out': ['QUESTION_ESCALATED_BY_TIME', (questionId) => comes(questionId, 'escalation')],
    'it expires': [
      'QUESTION_EXPIRED',
      (questionId) => run((tx) => makeChange(tx, expireQuestion(ada, { questionId }))),
    ],
    'the asker withdraws it': [
      'QUESTION_CLOSED',
      (questionId) => run((tx) => makeChange(tx, closeQuestion(ada, { questionId }))),
    ],
    'the expert is deactivated': [
      'QUESTION_RELEASED',
      () => run((tx) => changeExpert(tx, companyId, cast.bruno, { isActive: false })),
    ],
  }
  test.each(Object.keys(losses))('when %s', async (name) => {
    const [type, lose] = losses[name] as (typeof losses)[string]
    await db.system.query(`update experts set is_active = true, availability = 'AVAILABLE' where user_id = $1`, [
      cast.bruno,
    ])
    const client = await connect(await notify(), mint(claimsFor(cast.bruno, 'expert')))
    const questionId = await ask()
    await offer(questionId, [cast.bruno])
    await claim(questionId, cast.bruno)
    await client.subscribe(questionId)

    await lose(questionId)

    const mine = { questionUuid: questionId, type }
    await vi.waitFor(() => expect(client.inbox).toContainEqual(expect.objectContaining(mine)))
    await vi.waitFor(() => expect(client.changes.at(-1)).toMatchObject(mine))
  })
})

test('the socket of an expert who goes OFFLINE hears that the offer is closed', async () => {
  const client = await connect(await notify(), mint(claimsFor(cast.carla, 'expert')))
  const questionId = await ask()
  await offer(questionId, [cast.carla])

  await run((tx) => updateExpertProfile(tx, { ...bruno, userId: cast.carla }, { availability: 'OFFLINE' }, publicUrl))

  await vi.waitFor(() => expect(client.inbox.at(-1)).toMatchObject({ questionUuid: questionId, type: 'OFFER_CLOSED' }))
})
