import type { Tx } from '@askline/db'
import { inviteCast, openTestDatabase } from '@askline/testing'
import { describe, expect, test } from 'vitest'
import { makeChange } from '../src/changes/make-changes.ts'
import { companyNow } from '../src/clock/company-time.ts'
import { addedMessage, addMessage } from '../src/questions/add-message.ts'
import { editQuestion } from '../src/questions/edit.ts'
import { closeQuestion } from '../src/questions/settle.ts'
import { openFreshness } from '../src/views/freshness.ts'
import { listQuestions } from '../src/views/list.ts'
import { publicUrl, stageOf } from './domain-stage.ts'

const db = await openTestDatabase()
const cast = await inviteCast(db)
const { run, user, integration, ask, see } = stageOf(db, cast)
const { ada, adam } = cast

/** Runs `work` in a transaction that stays open until `commit` is called. */
async function holdOpen(work: (tx: Tx) => Promise<unknown>): Promise<{ commit: () => Promise<unknown> }> {
  return new Promise((resolve, reject) => {
    const done = run(async (tx) => {
      await work(tx)
      await new Promise<void>((release) => {
        resolve({
          commit() {
            release()
            return done
          },
        })
      })
    })
    done.catch(reject)
  })
}

const write = (questionId: string, text = 'More') =>
  run((tx) => makeChange(tx, addMessage(user(ada), { questionId, text, externalIds: [] })).then(addedMessage))

describe('lastChecked of one question', () => {
  test('a client that echoes lastUpdated sees every change and never the same state twice', async () => {
    const questionId = await ask()
    const freshness = openFreshness(db)
    const isNew = async (lastChecked: string) =>
      ((await freshness.find(questionId))?.updatedAt ?? new Date(0)) > new Date(lastChecked)

    for (let i = 0; i < 5; i++) {
      const { lastUpdated } = await see(questionId)
      expect(await isNew(lastUpdated)).toBe(false)
      await write(questionId)
      expect(await isNew(lastUpdated)).toBe(true)
    }
  })

  test('a question is found by its id in capitals', async () => {
    const questionId = await ask()

    expect(await openFreshness(db).find(questionId.toUpperCase())).toMatchObject({ askerId: ada, version: 1 })
  })

  test('stamps rise with every change, also within one second', async () => {
    const questionId = await ask()
    const stamps: string[] = [(await see(questionId)).lastUpdated]
    for (let i = 0; i < 3; i++) {
      await write(questionId)
      stamps.push((await see(questionId)).lastUpdated)
    }

    expect(new Set(stamps).size).toBe(4)
    expect(stamps).toEqual(stamps.toSorted())
  })

  test('a change that commits late is not missed by a client that read before the commit', async () => {
    const questionId = await ask()
    const freshness = openFreshness(db)
    const late = await holdOpen((tx) =>
      makeChange(tx, addMessage(user(ada), { questionId, text: 'Late', externalIds: [] })).then(addedMessage),
    )
    const { lastUpdated } = await see(questionId)
    await late.commit()

    expect((await freshness.find(questionId))?.updatedAt.getTime()).toBeGreaterThan(Date.parse(lastUpdated))
  })

  test('polls that come together share a statement, and each sees what was committed before it came', async () => {
    const [changed = '', ...unchanged] = await Promise.all(Array.from({ length: 8 }, () => ask()))
    await write(changed)
    const freshness = openFreshness(db)
    const before = db.statements.count
    const found = await Promise.all([...unchanged, ...unchanged, changed].map((id) => freshness.find(id)))

    expect(found.map((f) => f?.version)).toEqual([...unchanged.map(() => 1), ...unchanged.map(() => 1), 2])
    expect(db.statements.count - before).toBe(1)
    expect(await freshness.find(cast.companyId)).toBeUndefined()
  })
})

describe('lists', () => {
  test('repeat a little and miss nothing that a late transaction committed', async () => {
    const questionId = await ask({ by: adam })
    const late = await holdOpen((tx) => editQuestion(tx, user(adam), { questionId, text: 'Late?' }))
    const serverTime = await run((tx) => companyNow(tx, cast.companyId))
    await late.commit()

    const { questions } = await run((tx) =>
      listQuestions(tx, user(adam), { lastChecked: serverTime, limit: 20 }, publicUrl),
    )
    expect(questions.map((q) => q.uuid)).toContain(questionId)
  })

  test('pages do not skip an item while others change', async () => {
    const ids: string[] = []
    for (let i = 0; i < 7; i++) ids.push(await ask({ by: adam }))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await run((tx) => listQuestions(tx, user(adam), { limit: 3, cursor }, publicUrl))
      seen.push(...page.questions.map((q) => q.uuid))
      cursor = page.nextCursor ?? undefined
      await run((tx) => editQuestion(tx, user(adam), { questionId: ids[0] as string, text: 'Again?' }))
      await ask({ by: adam })
    } while (cursor)

    expect(seen).toEqual(expect.arrayContaining(ids))
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('print the condensed form, without the conversation, unless it is asked for', async () => {
    const questionId = await ask({ externalIds: [{ id: 'L-1', system: cast.systemId }] })
    const list = (includeConversation: boolean) =>
      run((tx) =>
        listQuestions(tx, integration, { externalId: { id: 'L-1' }, limit: 5, includeConversation }, publicUrl),
      )

    const [condensed] = (await list(false)).questions
    expect(condensed).toMatchObject({ uuid: questionId, state: { isAnswered: false, numResponses: 0 } })
    expect(condensed).not.toHaveProperty('conversation')
    expect((await list(true)).questions[0]?.conversation?.text).toBe('Where is my card?')
  })

  test('refuse a cursor that is not theirs', async () => {
    await expect(
      run((tx) => listQuestions(tx, integration, { limit: 5, cursor: 'nonsense' }, publicUrl)),
    ).rejects.toMatchObject({ code: 'invalid_cursor' })
  })
})

test('another company sees nothing of it', async () => {
  const questionId = await ask()
  const others = await inviteCast(db)
  const theirs = stageOf(db, others)

  await expect(theirs.see(questionId)).rejects.toMatchObject({ code: 'question_not_found' })
  await expect(
    theirs.run((tx) => makeChange(tx, closeQuestion(theirs.integration, { questionId }))),
  ).rejects.toMatchObject({
    code: 'question_not_found',
  })
  const { questions } = await theirs.run((tx) => listQuestions(tx, theirs.integration, { limit: 100 }, publicUrl))
  expect(questions).toEqual([])
})
