import { experts, inCompany } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { claimQuestion, declineQuestion, releaseQuestion, renewLease } from '../src/questions/claim.ts'
import { escalateQuestion } from '../src/questions/reroute.ts'
import { addedResponse, respond } from '../src/questions/respond.ts'
import { acceptResponse } from '../src/questions/settle.ts'
import { withdrawOffers } from '../src/questions/withdraw-offers.ts'
import { stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db, { capacity: 50 })
const rival = await inviteCast(db)
const { companyId, bruno, carla, carlos } = cast
const { answered, ask, comes, offer, open, run, expert, user } = stageOf(db, cast)

const claim = (questionId: string, by: string) => run((tx) => makeChange(tx, claimQuestion(expert(by), { questionId })))
const change = (userId: string, changes: Partial<typeof experts.$inferInsert>) =>
  run((tx) => tx.orm.update(experts).set(changes).where(eq(experts.userId, userId)))

const release = (questionId: string) => run((tx) => makeChange(tx, releaseQuestion(expert(bruno), { questionId })))
const escalate = (questionId: string) => run((tx) => escalateQuestion(tx, expert(bruno), { questionId }))
const renew = (questionId: string) => run((tx) => makeChange(tx, renewLease(expert(bruno), { questionId })))
const write = (questionId: string) =>
  run((tx) =>
    makeChange(tx, addMessage(expert(bruno), { questionId, text: 'More.', externalIds: [] })).then(addedMessage),
  )

/** A question that was offered to Bruno and Carla. */
async function offered() {
  const questionId = await ask()
  await offer(questionId, [bruno, carla])
  return questionId
}

const named = { code: 'already_claimed', takenBy: { name: 'Bruno' } }
const unnamed = { code: 'already_claimed', takenBy: undefined }

describe('the expert whose claim comes second', () => {
  test.each([
    ['claims', (questionId: string) => claim(questionId, carla)],
    [
      'answers',
      (questionId: string) =>
        run((tx) => makeChange(tx, respond(expert(carla), { questionId, text: 'Me too.' })).then(addedResponse)),
    ],
    ['escalates', (questionId: string) => run((tx) => escalateQuestion(tx, expert(carla), { questionId }))],
  ])('learns the name of the first one if they had an offer: %s', async (_how, act) => {
    const questionId = await offered()
    await claim(questionId, bruno)

    await expect(act(questionId)).rejects.toMatchObject(named)
  })

  test('learns the name if the question was open to them', async () => {
    const questionId = await ask()
    await open(questionId)
    await claim(questionId, bruno)

    await expect(claim(questionId, carlos)).rejects.toMatchObject(named)
  })
})

describe('the name of the expert who has a question is not told to', () => {
  test('an expert who declined it', async () => {
    const questionId = await offered()
    await run((tx) => makeChange(tx, declineQuestion(expert(carla), { questionId })))
    await claim(questionId, bruno)

    await expect(claim(questionId, carla)).rejects.toMatchObject(unnamed)
  })

  test('an expert whose offer was withdrawn before the claim', async () => {
    const questionId = await offered()
    await run((tx) => withdrawOffers(tx, companyId, carla, 'expert is not available'))
    await claim(questionId, bruno)

    await expect(claim(questionId, carla)).rejects.toMatchObject(unnamed)
  })

  test('an expert who lost an earlier round and was not asked again', async () => {
    const questionId = await offered()
    await claim(questionId, bruno)
    await run((tx) => makeChange(tx, releaseQuestion(expert(bruno), { questionId })))
    await offer(questionId, [carlos])
    await claim(questionId, carlos)

    await expect(claim(questionId, carla)).rejects.toMatchObject(unnamed)
  })

  test('an expert who does not meet the rule of an open question', async () => {
    const questionId = await ask()
    await open(questionId, { requirement: { certified: true } })
    await change(bruno, { isCertified: true })
    await claim(questionId, bruno)

    await expect(claim(questionId, carlos)).rejects.toMatchObject({ code: 'question_not_found' })
    await change(bruno, { isCertified: false })
  })

  test('an expert of the company who was never asked, and an expert of another company', async () => {
    const questionId = await offered()
    await claim(questionId, bruno)
    const stranger = { kind: 'expert', userId: rival.bruno, companyId: rival.companyId } as const

    for (const losing of [
      claim(questionId, carlos),
      inCompany(db, rival.companyId, (tx) => makeChange(tx, claimQuestion(stranger, { questionId }))),
    ]) {
      const error = await losing.catch((error: unknown) => error)
      expect(error).toMatchObject({ code: 'question_not_found' })
      expect(`${error} ${JSON.stringify(error)}`).not.toContain('Bruno')
    }
  })
})

describe('a claim that lapsed before another expert took the question is reported as lost to the former holder who', () => {
  test.each([
    ['releases it', release],
    ['escalates it', escalate],
    ['composes', renew],
    ['writes a message', write],
  ])('%s', async (_how, act) => {
    const questionId = await offered()
    await claim(questionId, bruno)
    await comes(questionId, 'lease')
    await offer(questionId, [carla])
    await claim(questionId, carla)

    await expect(act(questionId)).rejects.toMatchObject({
      code: 'claim_lost',
      message: 'The lease of your claim ran out, and another expert has taken the question',
    })
  })
})

describe('an expert who was offered a question and never held it', () => {
  test('cannot release it, and is told that they do not hold it', async () => {
    await expect(release(await offered())).rejects.toMatchObject({ code: 'not_claimed' })
  })

  test('must answer it before they write a message', async () => {
    await expect(write(await offered())).rejects.toMatchObject({ code: 'respond_first' })
  })

  test('may compose', async () => {
    const questionId = await offered()

    expect(await renew(questionId)).toMatchObject({ is: 'done' })
  })
})

test('a holder who composes after the asker accepted the answer is told that the question is closed to them', async () => {
  const { questionId, responseId } = await answered(bruno)
  await run((tx) => makeChange(tx, acceptResponse(user(cast.ada), { responseId })))

  await expect(renew(questionId)).rejects.toMatchObject({ code: 'interaction_not_allowed' })
})
