import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { claimQuestion, declineQuestion, releaseQuestion } from '../src/questions/claim.ts'
import { escalateQuestion } from '../src/questions/reroute.ts'
import { addedResponse, respond } from '../src/questions/respond.ts'
import { closeQuestion } from '../src/questions/settle.ts'
import { type Stage, stageOf } from './domain-stage.ts'

// Rows that a move writes in other tables: messages, responses, offers, capacity and jobs.

const db = await openTestDatabase()
const rows = async (text: string, ...values: unknown[]) => (await db.system.query(text, values)).rows

async function stage(capacity = 100) {
  const cast = await inviteCast(db, { capacity })
  return { ...cast, ...stageOf(db, cast) }
}

const offersOf = (questionId: string, expertId: string) =>
  rows('select status, reason from offers where question_id = $1 and expert_id = $2', questionId, expertId)

const close = (s: Stage, questionId: string) =>
  s.run((tx) => makeChange(tx, closeQuestion(s.integration, { questionId })))

test('a message keeps its external ids and metadata', async () => {
  const s = await stage()
  const questionId = await s.ask()
  const externalIds = [{ id: 'M-1', system: s.cast.systemId }]
  const metadata = { plan: 'gold' }
  const message = { questionId, text: 'Hello?', externalIds, metadata }
  const { messageId } = await s.run((tx) => makeChange(tx, addMessage(s.user(s.ada), message)).then(addedMessage))

  expect(await rows('select external_ids, metadata from messages where id = $1', messageId)).toEqual([
    { external_ids: externalIds, metadata },
  ])
})

test('an expert who answers a question of several experts is entitled at once, without holding it', async () => {
  const s = await stage()
  const questionId = await s.ask({ category: 'Community' })
  await s.offer(questionId, [s.bruno, s.carla])
  await s.run((tx) => makeChange(tx, respond(s.expert(s.bruno), { questionId, text: 'Mine.' })).then(addedResponse))

  expect((await s.events(questionId)).at(-1)?.audience).toContain(`user:${s.bruno}`)
  expect(await rows('select author_id from responses where question_id = $1', questionId)).toEqual([
    { author_id: s.bruno },
  ])
})

test('an expert who gives an offer up ends only their own, once and with the reason', async () => {
  const s = await stage()
  const questionId = await s.ask()
  await s.offer(questionId, [s.bruno, s.carla])
  await s.run((tx) => escalateQuestion(tx, s.expert(s.bruno), { questionId, reason: 'Too hard' }))

  expect(await offersOf(questionId, s.bruno)).toEqual([{ status: 'declined', reason: 'Too hard' }])
  expect(await offersOf(questionId, s.carla)).toEqual([{ status: 'pending', reason: null }])
})

test('an expert who releases a question leaves its round, and the offer that they accepted stays accepted', async () => {
  const s = await stage()
  const questionId = await s.claimed()
  await s.run((tx) => makeChange(tx, releaseQuestion(s.expert(s.bruno), { questionId })))

  expect(await offersOf(questionId, s.bruno)).toEqual([
    { status: 'accepted', reason: null },
    { status: 'declined', reason: 'released' },
  ])
})

test('a claim accepts the own offer, withdraws the open ones and leaves closed ones alone', async () => {
  const s = await stage()
  const questionId = await s.ask()
  await s.offer(questionId, [s.bruno, s.carla, s.carlos])
  await s.run((tx) => makeChange(tx, declineQuestion(s.expert(s.carlos), { questionId, reason: 'Not my field' })))
  await s.run((tx) => makeChange(tx, claimQuestion(s.expert(s.bruno), { questionId })))

  expect(await offersOf(questionId, s.bruno)).toEqual([{ status: 'accepted', reason: null }])
  expect(await offersOf(questionId, s.carla)).toEqual([{ status: 'withdrawn', reason: null }])
  expect(await offersOf(questionId, s.carlos)).toEqual([{ status: 'declined', reason: 'Not my field' }])
})

test('freed capacity is a change of the expert, which routing workers read', async () => {
  const s = await stage()
  const questionId = await s.claimed()
  await rows(`update experts set changed_at = '2020-01-01' where user_id = $1`, s.bruno)
  await close(s, questionId)

  expect(
    await rows(`select load, changed_at > '2020-01-01' as "hasChanged" from experts where user_id = $1`, s.bruno),
  ).toEqual([{ load: 0, hasChanged: true }])
})

test('capacity is never freed below zero', async () => {
  const s = await stage()
  const questionId = await s.claimed()
  await rows('update experts set load = 0 where user_id = $1', s.bruno)
  await close(s, questionId)

  expect(await rows('select load from experts where user_id = $1', s.bruno)).toEqual([{ load: 0 }])
})

test.each([
  ['drains the backlog if no question fitted before', 1, 1],
  ['drains nothing if every question fitted before', 2, 0],
])('freed capacity %s', async (_rule, capacity, jobs) => {
  const s = await stage(capacity)
  await close(s, await s.claimed())

  const drains = await rows(
    `select 1 from outbox, jsonb_array_elements(jobs) j where company_id = $1 and j ->> 'job' = 'drain-backlog'`,
    s.cast.companyId,
  )
  expect(drains).toHaveLength(jobs)
})

test('the messages that a move adds are written by the system', async () => {
  const s = await stage()
  const questionId = await s.claimed()
  await s.run((tx) => makeChange(tx, releaseQuestion(s.expert(s.bruno), { questionId })))

  const kinds = await rows('select distinct author_kind, author_id from messages where question_id = $1', questionId)
  expect(kinds).toEqual([{ author_kind: 'SYSTEM', author_id: null }])
})
