import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { addAgentMessage } from '../src/questions/agents.ts'
import { claimQuestion, releaseQuestion } from '../src/questions/claim.ts'
import { editMessage, editQuestion } from '../src/questions/edit.ts'
import { addTestimonial, rateResponse } from '../src/questions/rate.ts'
import { markAsRead } from '../src/questions/read.ts'
import { escalateQuestion, rerouteQuestion } from '../src/questions/reroute.ts'
import { addedResponse, markAsResolved, respond as respondInDomain } from '../src/questions/respond.ts'
import { acceptResponse, closeQuestion, expireQuestion, reviewMarkAsResolved } from '../src/questions/settle.ts'
import { findRoutable } from '../src/routing/routable.ts'
import { publicUrl, stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const { ada, adam, bruno, carla, carlos, dora } = cast
const { run, user, expert, agent, integration, ask, offer, see, systemMessages, events, comes, answered } = stageOf(
  db,
  cast,
)

const refused = (code: string) => expect.objectContaining({ code })

describe('a question', () => {
  test('is asked: unresolved, with experts being notified, a deadline, and one event', async () => {
    const id = await ask({ text: 'My card never came. What now?', metadata: { plan: 'gold' } })

    expect(await see(id)).toMatchObject({
      uuid: id,
      type: 'ONE_TO_ONE',
      isClaimed: false,
      metadata: { plan: 'gold' },
      conversation: { subject: 'My card never came.', author: { name: 'Ada', avatarUrl: null }, unreadMessageCount: 0 },
      state: { status: 'UNRESOLVED', numResponses: 0, isClosed: false, isInteractionAllowed: true },
    })
    expect(await systemMessages(id)).toEqual(['NOTIFYING_EXPERTS'])
    expect(await events(id)).toMatchObject([{ seq: 1, type: 'QUESTION_APPROVED' }])
  })

  test('keeps its jobs in the outbox until COMMIT', async () => {
    const id = await ask()
    const { rows } = await db.system.query(
      `select j ->> 'job' as job from outbox, jsonb_array_elements(jobs) j where j #>> '{payload,questionId}' = $1`,
      [id],
    )
    expect(rows.map((r) => r.job)).toEqual(['route-question'])
  })

  test('is returned again for a known external id', async () => {
    const externalIds = [{ id: 'T-1', system: cast.systemId }]
    const first = await ask({ externalIds })

    expect(await ask({ externalIds, text: 'Something else' })).toBe(first)
    expect((await see(first)).externalId).toBe('T-1')
    await expect(ask({ externalIds, by: adam })).rejects.toEqual(refused('external_id_taken'))
  })

  test('shows its experts in the NOTIFYING message once a wave was offered', async () => {
    const id = await ask()
    await offer(id, [bruno, carla])

    const [notice] = (await see(id)).conversation.messages
    expect(notice?.potentialExperts?.experts.map((e) => e.name)).toEqual(['Bruno', 'Carla'])
    expect(notice?.potentialExperts?.lastResponseTimeInMillis).toBe('61000')
    expect(notice?.potentialExperts?.experts[0]).toMatchObject({
      isExpert: true,
      reputation: { numberOfAnswers: expect.any(String), helpfulnessScore: expect.any(String) },
      lastActiveDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      avatarUrl: `${publicUrl}/avatars/${bruno}`,
    })
  })

  test('goes from claim to answer to acceptance, with the right system messages at each step', async () => {
    const questionId = await ask()
    await offer(questionId)
    await run((tx) => makeChange(tx, claimQuestion(expert(bruno), { questionId })))
    expect(await systemMessages(questionId)).toEqual([])
    expect((await see(questionId)).isClaimed).toBe(true)

    const { responseId } = await run((tx) =>
      makeChange(tx, respondInDomain(expert(bruno), { questionId, text: 'Tomorrow.' })).then(addedResponse),
    )
    expect(await systemMessages(questionId)).toEqual(['ACCEPT_RESPONSE'])

    await run((tx) => makeChange(tx, acceptResponse(user(ada), { responseId })))
    expect(await systemMessages(questionId)).toEqual(['ACCEPTED_RESPONSE', 'RATE_RESPONSE'])
    expect(await see(questionId)).toMatchObject({
      state: { status: 'RESOLVED', isClosed: true, isInteractionAllowed: false, numResponses: 1 },
      conversation: { responses: [{ uuid: responseId, isAccepted: true, author: { name: 'Bruno' } }] },
    })

    await run((tx) => rateResponse(tx, user(ada), { responseId, rating: 'POSITIVE_5' }))
    expect(await systemMessages(questionId)).toEqual(['ACCEPTED_RESPONSE', 'ADD_TESTIMONIAL'])
    await run((tx) => makeChange(tx, addTestimonial(user(ada), { responseId, text: 'Great help.' })))
    expect(await systemMessages(questionId)).toEqual(['ACCEPTED_RESPONSE', 'ADDED_TESTIMONIAL'])
    expect((await events(questionId)).map((e) => e.type)).toEqual([
      'QUESTION_APPROVED',
      'QUESTION_OFFERED',
      'QUESTION_CLAIMED',
      'QUESTION_FIRST_RESPONSE',
      'QUESTION_RESOLVED',
      'QUESTION_RATED',
      'TESTIMONIAL_ADDED',
    ])
  })

  test('is claimed by an offered expert’s answer, in one move with one event', async () => {
    const { questionId } = await answered(bruno)

    expect((await see(questionId)).isClaimed).toBe(true)
    expect((await events(questionId)).map((e) => e.type)).toEqual([
      'QUESTION_APPROVED',
      'QUESTION_OFFERED',
      'QUESTION_FIRST_RESPONSE',
    ])
  })

  test('does not exist for an expert who was never offered it, nor for another asker', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno])

    await expect(see(questionId, expert(carla))).rejects.toEqual(refused('question_not_found'))
    await expect(run((tx) => makeChange(tx, claimQuestion(expert(carla), { questionId })))).rejects.toEqual(
      refused('question_not_found'),
    )
    await expect(see(questionId, user(adam))).rejects.toEqual(refused('question_not_found'))
    await expect(run((tx) => makeChange(tx, rerouteQuestion(user(adam), { questionId })))).rejects.toEqual(
      refused('question_not_found'),
    )
  })

  test('keeps nested metadata and e-mail addresses from experts', async () => {
    const questionId = await ask({ metadata: { plan: 'gold', account: { iban: 'DE00' } } })
    await offer(questionId, [bruno])

    const seen = await see(questionId, expert(bruno))
    expect(seen.metadata).toEqual({ plan: 'gold', account: {} })
    expect(JSON.stringify(seen)).not.toMatch(/ada@example\.com|DE00/)
  })

  test('returns to routing when its holder releases it, and is not offered to that expert again', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno, carla])
    await run((tx) => makeChange(tx, claimQuestion(expert(bruno), { questionId })))
    await run((tx) => makeChange(tx, releaseQuestion(expert(bruno), { questionId })))

    expect(await systemMessages(questionId)).toEqual(['NOTIFYING_EXPERTS'])
    expect((await see(questionId)).isClaimed).toBe(false)
    const [routable] = await run((tx) => findRoutable(tx, [questionId]))
    expect(routable).toMatchObject({ wave: 0, round: 1, declinedExpertIds: [bruno], offeredExpertIds: [bruno] })
  })

  test('returns to routing when the lease of an idle holder lapses; what that expert writes later is refused', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno])
    await run((tx) => makeChange(tx, claimQuestion(expert(bruno), { questionId })))
    await comes(questionId, 'lease')

    expect((await see(questionId)).isClaimed).toBe(false)
    expect((await events(questionId)).at(-1)?.type).toBe('QUESTION_RELEASED')
    await expect(
      run((tx) => makeChange(tx, respondInDomain(expert(bruno), { questionId, text: 'Late.' })).then(addedResponse)),
    ).rejects.toEqual(refused('claim_lost'))
  })

  test('is not answered under the fence of a lost claim, even by an expert with a new offer', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno])
    await run((tx) => makeChange(tx, claimQuestion(expert(bruno), { questionId })))
    await comes(questionId, 'lease')
    await offer(questionId, [bruno])
    const respond = (fence?: number) =>
      run((tx) =>
        makeChange(tx, respondInDomain(expert(bruno), { questionId, text: 'Late.', fence })).then(addedResponse),
      )

    await expect(respond(1)).rejects.toEqual(refused('claim_lost'))
    await expect(respond()).resolves.toMatchObject({ questionId })
  })

  test('tells whose claim is lost how it ended and who has the question now', async () => {
    const claim = (questionId: string, who: string) =>
      run((tx) => makeChange(tx, claimQuestion(expert(who), { questionId })))
    const refusalTo = (questionId: string, fence?: number) =>
      run((tx) =>
        makeChange(tx, respondInDomain(expert(bruno), { questionId, text: 'Late.', fence })).then(addedResponse),
      ).catch(String)
    const lapsed = await ask()
    await offer(lapsed, [bruno])
    await claim(lapsed, bruno)
    await comes(lapsed, 'lease')
    expect(await refusalTo(lapsed)).toContain('The lease of your claim ran out, and the question is offered to experts')

    await offer(lapsed, [bruno, carla])
    await claim(lapsed, carla)
    expect(await refusalTo(lapsed, 1)).toContain('ran out, and another expert has taken the question')

    const released = await ask()
    await offer(released, [bruno])
    await claim(released, bruno)
    await run((tx) => makeChange(tx, releaseQuestion(expert(bruno), { questionId: released })))
    expect(await refusalTo(released, 1)).toContain('You gave this question up, and the question is offered to experts')

    const again = await ask()
    await offer(again, [bruno])
    await claim(again, bruno)
    await comes(again, 'lease')
    await offer(again, [bruno])
    await claim(again, bruno)
    expect(await refusalTo(again, 1)).toContain('names another fence than 2, under which you hold this question')
  })

  test('refuses a write under an older fence', async () => {
    const { questionId, responseId } = await answered(bruno)
    const write = (fence: number) =>
      run((tx) =>
        makeChange(tx, addMessage(expert(bruno), { responseId, text: 'More.', externalIds: [], fence })).then(
          addedMessage,
        ),
      )

    await expect(write(0)).rejects.toEqual(refused('claim_lost'))
    await expect(write(1)).resolves.toMatchObject({ questionId })
  })

  test('is marked resolved by its expert and confirmed, contested, or approved by silence', async () => {
    const { questionId, responseId } = await answered(bruno)
    const mark = () => run((tx) => makeChange(tx, markAsResolved(expert(bruno), { responseId })))
    const review = (confirm: boolean) => run((tx) => reviewMarkAsResolved(tx, user(ada), { questionId, confirm }))
    await expect(review(true)).rejects.toEqual(refused('no_prompt_open'))

    await mark()
    await mark()
    expect(await systemMessages(questionId)).toEqual(['ACCEPT_RESPONSE', 'MARK_AS_RESOLVED'])
    await review(false)
    expect(await systemMessages(questionId)).toEqual(['ACCEPT_RESPONSE', 'CONTESTED_MARK_AS_RESOLVED'])

    await mark()
    await comes(questionId, 'approval')
    expect(await systemMessages(questionId)).toEqual([
      'CONTESTED_MARK_AS_RESOLVED',
      'APPROVED_MARK_AS_RESOLVED',
      'RATE_RESPONSE',
    ])
    expect((await see(questionId)).state.status).toBe('RESOLVED')
  })

  test('does not prompt for a rating that it already has when it is resolved', async () => {
    const { questionId, responseId } = await answered(bruno)
    await run((tx) => rateResponse(tx, user(ada), { responseId, rating: 'NEUTRAL_5' }))
    await run((tx) => makeChange(tx, acceptResponse(user(ada), { responseId })))

    expect(await systemMessages(questionId)).toEqual(['ACCEPTED_RESPONSE'])
    await expect(run((tx) => rateResponse(tx, user(ada), { responseId, rating: 'FANTASTIC' }))).rejects.toEqual(
      refused('invalid_rating'),
    )
  })

  test('is rerouted once: prompts are removed, agents continue, and only their response can be accepted', async () => {
    const { questionId, responseId } = await answered(bruno)
    await run((tx) => makeChange(tx, rerouteQuestion(user(ada), { questionId })))

    expect(await see(questionId)).toMatchObject({
      state: {
        status: 'CLOSED_BY_ESCALATION',
        isClosed: false,
        isInteractionAllowed: true,
        rerouteStatus: { isRerouted: true, type: 'BY_POSTER' },
      },
    })
    expect(await systemMessages(questionId)).toEqual(['QUESTION_REROUTED'])
    await expect(run((tx) => makeChange(tx, rerouteQuestion(user(ada), { questionId })))).rejects.toEqual(
      refused('already_rerouted'),
    )
    await expect(run((tx) => makeChange(tx, acceptResponse(user(ada), { responseId })))).rejects.toEqual(
      refused('already_rerouted'),
    )
    await expect(run((tx) => makeChange(tx, expireQuestion(user(ada), { questionId })))).rejects.toEqual(
      refused('already_rerouted'),
    )

    await run((tx) => makeChange(tx, addAgentMessage(agent(dora), { questionId, text: 'Dora here.', externalIds: [] })))
    const { responses } = (await see(questionId)).conversation
    expect(responses.map((r) => r.type)).toEqual(['EXPERT', 'AGENT'])
    await run((tx) => makeChange(tx, acceptResponse(user(ada), { responseId: responses[1]?.uuid ?? '' })))
    expect((await see(questionId)).state.status).toBe('RESOLVED')
  })

  test('shows the reason of an expert’s reroute to agents only', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno])
    await run((tx) => escalateQuestion(tx, expert(bruno), { questionId, reason: 'Needs the account' }))
    await comes(questionId, 'opinion')

    expect((await see(questionId, agent(dora))).state.rerouteStatus).toMatchObject({
      type: 'BY_EXPERT',
      reason: 'Needs the account',
    })
    expect((await see(questionId, user(ada))).state.rerouteStatus).not.toHaveProperty('reason')
  })

  test('takes a testimonial only once it is resolved', async () => {
    const { questionId, responseId } = await answered(bruno)
    await run((tx) => makeChange(tx, rerouteQuestion(user(ada), { questionId })))

    await expect(
      run((tx) => makeChange(tx, addTestimonial(user(ada), { responseId, text: 'Great help.' }))),
    ).rejects.toMatchObject(refused('move_not_allowed'))
  })

  test('takes one testimonial per response', async () => {
    const { responseId } = await answered(bruno)
    await run((tx) => makeChange(tx, acceptResponse(user(ada), { responseId })))
    const praise = () => run((tx) => makeChange(tx, addTestimonial(user(ada), { responseId, text: 'Great help.' })))
    await praise()

    await expect(praise()).rejects.toEqual(refused('testimonial_exists'))
  })

  test('is taken back by an agent from the expert who holds it', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno])
    await run((tx) => makeChange(tx, claimQuestion(expert(bruno), { questionId })))
    await run((tx) =>
      makeChange(tx, addAgentMessage(agent(dora), { questionId, text: 'I take over.', externalIds: [] })),
    )

    expect((await events(questionId)).at(-1)?.type).toBe('TAKEBACK')
    expect((await see(questionId)).state).toMatchObject({
      numResponses: 1,
      rerouteStatus: { isRerouted: true, type: 'BY_EXPERT' },
    })
    expect(await systemMessages(questionId)).toEqual(['QUESTION_REROUTED', 'ACCEPT_RESPONSE'])
    await expect(see(questionId, expert(bruno))).rejects.toEqual(refused('question_not_found'))
    const { rows } = await db.system.query('select load from experts where user_id = $1', [bruno])
    expect(rows[0].load).toBeGreaterThanOrEqual(0)
  })

  test('shows whether its author withdrew it or the company closed it', async () => {
    const withdrawn = await ask()
    await run((tx) => makeChange(tx, closeQuestion(user(ada), { questionId: withdrawn })))
    const closed = await ask()
    await run((tx) => makeChange(tx, closeQuestion(integration, { questionId: closed })))

    expect((await see(withdrawn)).state.status).toBe('WITHDRAW')
    expect((await see(closed)).state.status).toBe('CLOSED_BY_COMPANY')
    expect(await systemMessages(closed)).toEqual(['QUESTION_CLOSED'])
    await expect(
      run((tx) =>
        makeChange(tx, addMessage(user(ada), { questionId: closed, text: 'Hello?', externalIds: [] })).then(
          addedMessage,
        ),
      ),
    ).rejects.toEqual(refused('interaction_not_allowed'))
  })

  test('expires when its time has come, and not before', async () => {
    const late = await ask()
    const fresh = await ask()
    await comes(late, 'expiry')

    expect((await see(late)).state).toMatchObject({
      status: 'EXPIRED',
      isClosed: true,
      rerouteStatus: { isRerouted: false },
    })
    expect(await systemMessages(late)).toEqual(['QUESTION_EXPIRED'])
    expect((await see(fresh)).state.status).toBe('UNRESOLVED')
  })

  test('prompts its asker to reroute, and is escalated by time, only while it is the experts’ turn', async () => {
    const waiting = await ask()
    await comes(waiting, 'prompt')
    expect(await systemMessages(waiting)).toEqual(['NOTIFYING_EXPERTS', 'CUSTOMER_REROUTE_PROMPT'])
    await comes(waiting, 'escalation')
    expect((await see(waiting)).state.rerouteStatus.type).toBe('BY_INACTIVITY')

    const { questionId } = await answered(bruno)
    await comes(questionId, 'escalation')
    expect((await see(questionId)).state.status).toBe('UNRESOLVED')
  })

  test('loses a deadline that it has no use for', async () => {
    const { questionId } = await answered(bruno)
    await comes(questionId, 'escalation')
    await comes(questionId, 'wave')
    const { rows } = await db.system.query('select escalation_due_at, wave_due_at from questions where id = $1', [
      questionId,
    ])

    expect(rows).toEqual([{ escalation_due_at: null, wave_due_at: null }])
  })

  test('an expert’s answer removes the reroute prompt and stops the escalation; an asker’s message starts it again', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno])
    await comes(questionId, 'prompt')
    await run((tx) => makeChange(tx, respondInDomain(expert(bruno), { questionId, text: 'Here.' })).then(addedResponse))
    const clock = async () =>
      (await db.system.query('select turn, escalation_due_at from questions where id = $1', [questionId])).rows[0]

    expect(await systemMessages(questionId)).toEqual(['ACCEPT_RESPONSE'])
    expect(await clock()).toMatchObject({ turn: 'asker', escalation_due_at: null })
    await run((tx) =>
      makeChange(tx, addMessage(user(ada), { questionId, text: 'And then?', externalIds: [] })).then(addedMessage),
    )
    expect(await clock()).toMatchObject({ turn: 'experts', escalation_due_at: expect.any(Date) })
  })

  test.each([
    [
      'releases it',
      (questionId: string) => run((tx) => makeChange(tx, releaseQuestion(expert(bruno), { questionId }))),
    ],
    ['gives it up', (questionId: string) => run((tx) => escalateQuestion(tx, expert(bruno), { questionId }))],
  ])(
    'stops approval by silence and starts prompt and escalation if its holder %s during the asker’s turn',
    async (_how, gives) => {
      const { questionId, responseId } = await answered(bruno)
      await run((tx) => makeChange(tx, markAsResolved(expert(bruno), { responseId })))

      await gives(questionId)

      const { rows } = await db.system.query(
        `select turn, approval_due_at, round(extract(epoch from escalation_due_at - clock_timestamp()) / 60)::int as escalation,
          round(extract(epoch from prompt_due_at - clock_timestamp()) / 60)::int as prompt from questions where id = $1`,
        [questionId],
      )
      expect(rows).toEqual([{ turn: 'experts', approval_due_at: null, escalation: 480, prompt: 288 }])
      await offer(questionId, [carla])
      await run((tx) =>
        makeChange(tx, respondInDomain(expert(carla), { questionId, text: 'It left today.' })).then(addedResponse),
      )
      const silent = await db.system.query(
        `select approval_due_at > clock_timestamp() + interval '71 hours' as anew from questions where id = $1`,
        [questionId],
      )
      expect(silent.rows).toEqual([{ anew: true }])
    },
  )

  test('keeps its escalation and does not prompt again if its holder releases it during the experts’ turn', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno])
    await run((tx) => makeChange(tx, claimQuestion(expert(bruno), { questionId })))
    await comes(questionId, 'prompt')
    const clocks = async () =>
      (await db.system.query('select prompt_due_at, escalation_due_at from questions where id = $1', [questionId])).rows
    const before = await clocks()

    await run((tx) => makeChange(tx, releaseQuestion(expert(bruno), { questionId })))

    expect(await clocks()).toEqual(before)
    expect(before).toEqual([{ prompt_due_at: null, escalation_due_at: expect.any(Date) }])
  })

  test('takes several experts’ answers where its category says so, and no claims', async () => {
    const questionId = await ask({ category: 'Community' })
    await offer(questionId, [bruno, carla])
    await expect(run((tx) => makeChange(tx, claimQuestion(expert(bruno), { questionId })))).rejects.toEqual(
      refused('not_one_to_one'),
    )
    await run((tx) => makeChange(tx, respondInDomain(expert(bruno), { questionId, text: 'One.' })).then(addedResponse))
    await run((tx) => makeChange(tx, respondInDomain(expert(carla), { questionId, text: 'Two.' })).then(addedResponse))

    expect((await see(questionId)).state.numResponses).toBe(2)
    expect((await see(questionId)).isClaimed).toBe(false)
    await expect(
      run((tx) => makeChange(tx, respondInDomain(expert(carla), { questionId, text: 'Three.' })).then(addedResponse)),
    ).rejects.toEqual(refused('already_responded'))
  })

  test('counts what its asker has not read, until they read it', async () => {
    const { questionId, responseId } = await answered(bruno)
    await run((tx) =>
      makeChange(tx, addMessage(expert(bruno), { responseId, text: 'More.', externalIds: [] })).then(addedMessage),
    )
    expect((await see(questionId)).conversation.unreadMessageCount).toBe(2)

    await run((tx) => markAsRead(tx, user(ada), { responseId }))
    const before = await events(questionId)
    await run((tx) => markAsRead(tx, user(ada), { responseId }))
    expect((await see(questionId)).conversation).toMatchObject({
      unreadMessageCount: 0,
      responses: [{ isViewedByUser: true }],
    })
    expect(await events(questionId)).toEqual(before)
  })

  test('puts a message before any answer to the question, and after it under the newest response', async () => {
    const questionId = await ask()
    await run((tx) =>
      makeChange(tx, addMessage(user(ada), { questionId, text: 'PS', externalIds: [] })).then(addedMessage),
    )
    await offer(questionId, [carlos])
    const { responseId } = await run((tx) =>
      makeChange(tx, respondInDomain(expert(carlos), { questionId, text: 'Hi.' })).then(addedResponse),
    )
    await run((tx) =>
      makeChange(tx, addMessage(user(ada), { questionId, text: 'Thanks', externalIds: [] })).then(addedMessage),
    )

    const { conversation } = await see(questionId)
    expect(conversation.messages.filter((m) => m.type === 'MESSAGE').map((m) => m.body)).toEqual(['PS'])
    expect(conversation.responses[0]?.messages.filter((m) => m.type === 'MESSAGE').map((m) => m.body)).toEqual([
      'Hi.',
      'Thanks',
    ])
    expect(conversation.responses[0]?.uuid).toBe(responseId)
  })

  test('may be reworded by its author while it is open; earlier texts are kept', async () => {
    const questionId = await ask()
    const { messageId } = await run((tx) =>
      makeChange(tx, addMessage(user(ada), { questionId, text: 'First', externalIds: [] })).then(addedMessage),
    )
    await run((tx) => editQuestion(tx, user(ada), { questionId, text: 'Where is my new card?' }))
    await run((tx) => editMessage(tx, user(ada), { messageId, text: 'Second' }))

    expect((await see(questionId)).conversation).toMatchObject({ text: 'Where is my new card?' })
    const { rows } = await db.system.query('select text from revisions where question_id = $1 order by replaced_at', [
      questionId,
    ])
    expect(rows.map((r) => r.text)).toEqual(['Where is my card?', 'First'])
    await expect(run((tx) => editMessage(tx, expert(bruno), { messageId, text: 'Mine' }))).rejects.toEqual(
      refused('message_not_found'),
    )
  })

  test('refuses more than an expert’s capacity, and counts what they finish', async () => {
    const small = await inviteCast(db, { capacity: 1 })
    const s = stageOf(db, small)
    const [first, second] = [await s.ask(), await s.ask()]
    await s.offer(first, [small.bruno])
    await s.offer(second, [small.bruno])
    const claim = (questionId: string) =>
      s.run((tx) => makeChange(tx, claimQuestion(s.expert(small.bruno), { questionId })))
    await claim(first)

    await expect(claim(second)).rejects.toEqual(refused('at_capacity'))
    expect((await s.see(second)).isClaimed).toBe(false)
    await s.run((tx) => makeChange(tx, closeQuestion(s.integration, { questionId: first })))
    await expect(claim(second)).resolves.toMatchObject({ is: 'done' })
  })

  test('raises no event and no job for a refused move', async () => {
    const questionId = await ask()
    const before = await events(questionId)
    const jobs = async () =>
      (await db.system.query('select count(*) from outbox where jobs::text like $1', [`%${questionId}%`])).rows
    const jobsBefore = await jobs()
    await expect(run((tx) => reviewMarkAsResolved(tx, user(ada), { questionId, confirm: true }))).rejects.toThrow()

    expect(await events(questionId)).toEqual(before)
    expect(await jobs()).toEqual(jobsBefore)
  })

  test('keeps the subject that its asker gave, and derives a derived subject again', async () => {
    const [named, unnamed] = [await ask({ subject: 'My card' }), await ask()]
    for (const questionId of [named, unnamed]) {
      await run((tx) => editQuestion(tx, user(ada), { questionId, text: 'Where is the PIN? It did not come.' }))
    }

    expect((await see(named)).conversation.subject).toBe('My card')
    expect((await see(unnamed)).conversation.subject).toBe('Where is the PIN?')
  })

  test('does not notify its asker of their own read, but everyone else', async () => {
    const { questionId, responseId } = await answered(bruno)
    await run((tx) => markAsRead(tx, user(ada), { responseId }))

    expect((await events(questionId)).at(-1)).toMatchObject({
      type: 'RESPONSE_READ',
      audience: [`company:${cast.companyId}`, `staff:${cast.companyId}`, `user:${bruno}`],
    })
  })

  test('has only the asker, the company and entitled experts in the audience of its events', async () => {
    const questionId = await ask()
    await offer(questionId, [bruno, carla])
    await run((tx) => makeChange(tx, claimQuestion(expert(bruno), { questionId })))

    const [asked, offered, claimed] = await events(questionId)
    const always = [`company:${cast.companyId}`, `staff:${cast.companyId}`, `user:${ada}`]
    expect(asked?.audience).toEqual(always)
    expect(offered?.audience.toSorted()).toEqual([...always, `user:${bruno}`, `user:${carla}`].toSorted())
    expect(claimed?.audience.toSorted()).toEqual([...always, `user:${bruno}`].toSorted())
  })
})
