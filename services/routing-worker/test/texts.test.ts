import { readFileSync } from 'node:fs'
import type { AnswerRulesFinding, TextFinding } from '@askline/contracts'
import { inSystem, newId } from '@askline/db'
import { changeKnowledge, removeKnowledge } from '@askline/domain/administration/knowledge'
import { createCategory } from '@askline/domain/companies/create-category'
import { addKnowledge } from '@askline/domain/knowledge/add-knowledge'
import { giveAutomaticAnswer, judgeAutomaticAnswer } from '@askline/domain/knowledge/automatic-answers'
import { estimateOutOfScopeShare, findPrecisionSettings } from '@askline/domain/knowledge/precision'
import { askAboutText, takeTextAnswers } from '@askline/domain/knowledge/text-requests'
import { relabelQuestion } from '@askline/domain/learning/relabel'
import { confirmAutoResponse, respondAutomatically } from '@askline/domain/questions/auto-response'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { buildTextCache } from '@askline/learning/texts/text-cache'
import { buildTrainer } from '@askline/learning/texts/text-trainer'
import { openTestDatabase } from '@askline/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deleteExpired } from '../src/loops/housekeeping.ts'
import { textHandlers } from '../src/text/answer-request.ts'
import { foundCompany, type TestCompany } from './company.ts'
import { logger } from './silent-logger.ts'

const db = await openTestDatabase()

const verbs = ['change', 'forget', 'reset', 'block', 'find', 'see', 'set', 'lose', 'get', 'unlock']
const known = [
  ...verbs.map((verb) => ({ question: `How do I ${verb} my card PIN code?`, answer: `PIN: ${verb}.`, class: 'pin' })),
  ...verbs.map((verb) => ({
    question: `Why does my mortgage loan ${verb} its rate?`,
    answer: `Rate: ${verb}.`,
    class: 'loan',
  })),
]

const plenty = [
  ...verbs,
  ...'activate share read type hide show order cancel check renew write keep enter receive request replace'.split(' '),
  ...'guess protect store confirm repeat update delete recover test'.split(' '),
].flatMap((verb) => [
  { question: `How do I ${verb} my card PIN code?`, answer: `PIN: ${verb}.`, class: 'pin' },
  { question: `Why does my mortgage loan ${verb} its rate?`, answer: `Rate: ${verb}.`, class: 'loan' },
])

function opened() {
  const trainer = buildTrainer()
  onTestFinished(() => trainer.close())
  return buildTextCache(db, trainer)
}
const learn = ({ companyId, run }: TestCompany, answers: typeof known) =>
  run((tx) => addKnowledge(tx, { companyId, answers }))

test('classifies, finds the known answer, and abstains for unknown texts', async () => {
  const company = await foundCompany(db)
  const { knowledgeIds } = await learn(company, plenty)
  const texts = await opened().open(company.companyId)

  const found = texts.read({ text: 'How do I unlock my card PIN code?' })
  expect(found).toMatchObject({
    predictedClass: 'pin',
    classAbstains: null,
    runnerUp: { predictedClass: 'loan', confidence: expect.any(Number) },
    decidedBy: expect.arrayContaining(['pin']),
    knowledgeId: knowledgeIds[plenty.findIndex(({ answer }) => answer === 'PIN: unlock.')],
  })
  expect(found.runnerUp?.confidence).toBeLessThan(1 - found.classConfidence + 1e-9)
  expect('how do i unlock my card pin code'.split(' ')).toEqual(expect.arrayContaining(found.decidedBy ?? []))
  expect(texts.read({ text: 'こんにちは' })).toMatchObject({
    predictedClass: null,
    classAbstains: {
      code: 'not_sure_enough',
      message: expect.stringMatching(/^The likeliest class has a confidence of .* precision of 90%\.$/u),
    },
    knowledgeId: null,
  })
})

test('gives no class while there are too few cases, and states how many are needed', async () => {
  const [few, none] = [await foundCompany(db), await foundCompany(db)]
  const { knowledgeIds } = await learn(few, known)
  const text = 'How do I unlock my card PIN code?'

  expect((await opened().open(few.companyId)).read({ text })).toMatchObject({
    predictedClass: null,
    classConfidence: expect.closeTo(0.9, 0),
    classAbstains: {
      code: 'too_few_cases',
      message: 'There are 20 held-out examples, and 60 are required to promise any precision.',
    },
    knowledgeId: knowledgeIds[9],
  })
  expect((await opened().open(none.companyId)).read({ text })).toMatchObject({
    predictedClass: null,
    classConfidence: 0,
    classAbstains: {
      code: 'no_model',
      message: 'No classes are known. At least two classes with 5 different texts each are required.',
    },
  })
})

test('gives the only known answer only to its own question', async () => {
  const company = await foundCompany(db)
  const answers = [{ question: 'When does it close?', answer: 'At five.', class: 'hours' }]
  const [entry] = (await learn(company, answers)).knowledgeIds
  const texts = await opened().open(company.companyId)

  for (const text of ['When does it close?', 'WHEN does it close', 'hello, when does it close please'])
    expect(texts.read({ text }), text).toMatchObject({ knowledgeId: entry, answerConfidence: expect.closeTo(1, 1) })
  for (const text of ['What is the capital of France?', 'hello', '你好', '🙂'])
    expect(texts.read({ text }), text).toMatchObject({
      knowledgeId: null,
      answerConfidence: 0,
      abstains: 'not_like_anything_known',
    })
  for (const text of ['Why does it close?', 'close'])
    expect(texts.read({ text }), text).toMatchObject({ knowledgeId: null, abstains: 'too_few_cases' })
  expect(texts.read({ text: 'When does the pool close?' })).toMatchObject({
    knowledgeId: null,
    abstains: 'not_sure_enough',
  })
})

test('returns neither class nor confidence for a class that the company does not have', async () => {
  const company = await foundCompany(db)
  const text = known[0]?.question ?? ''
  expect((await opened().open(company.companyId)).read({ text, predictedClass: 'weather' })).toMatchObject({
    predictedClass: null,
    classConfidence: 0,
    abstains: 'nothing_known',
  })
  await learn(company, known.slice(0, 1))
  const texts = await opened().open(company.companyId)

  expect(texts.read({ text, predictedClass: 'weather' })).toMatchObject({
    predictedClass: null,
    knowledgeId: null,
    abstains: 'another_class',
  })
  expect(texts.read({ text, predictedClass: 'pin' })).toMatchObject({ predictedClass: 'pin', abstains: null })
})

test('answers nearly the known question even if its class has too few questions', async () => {
  const company = await foundCompany(db)
  const odd = { question: 'How do I whistle?', answer: 'Purse your lips.', class: 'whistling' }
  const [entry] = (await learn(company, [odd, ...known])).knowledgeIds
  const texts = await opened().open(company.companyId)

  expect(texts.read({ text: 'how do I whistle' })).toMatchObject({ knowledgeId: entry, abstains: null })
  expect(texts.read({ text: 'how do I whistle', predictedClass: 'pin' })).toMatchObject({ abstains: 'another_class' })
})

test('gives an answer that is known twice', async () => {
  const company = await foundCompany(db)
  const twice = { question: 'How do I whistle?', answer: 'Purse your lips.', class: 'whistling' }
  const { knowledgeIds } = await learn(company, [
    twice,
    { ...twice, answer: 'Purse  your lips.' },
    ...known.slice(0, 4),
  ])
  const { knowledgeId } = (await opened().open(company.companyId)).read({ text: twice.question })

  expect(knowledgeIds.slice(0, 2)).toContain(knowledgeId)
})

test('gives unjudged answers only to nearly the known question', async () => {
  const company = await foundCompany(db)
  const { knowledgeIds } = await learn(company, [
    { question: 'When is the pool open?', answer: 'From 8 to 20.', class: 'pool' },
    { question: 'Can dogs come on the ferry?', answer: 'Yes, on a leash, deck two.', class: 'dogs' },
    { question: 'How to give back hired bicycles?', answer: 'At the shed.', class: 'bicycles' },
    { question: 'How do I pay by card?', answer: 'At the desk.', class: 'paying' },
  ])
  const texts = await opened().open(company.companyId)
  const given = (text: string) => texts.read({ text }).knowledgeId

  expect(given('when is pool open')).toBe(knowledgeIds[0])
  expect(given('Can dogs come on a ferry')).toBe(knowledgeIds[1])
  expect(
    ['is the library open on monday', 'Can dogs drive cars?', 'How to give birth at home?', 'How do I pay?'].map(given),
  ).toEqual([null, null, null, null])
})

test('gives no answer whose class differs from the given one', async () => {
  const company = await foundCompany(db)
  await learn(company, known)
  const texts = await opened().open(company.companyId)

  const found = texts.read({ text: 'How do I unlock my card PIN code?', predictedClass: 'loan' })
  expect(found).toMatchObject({ predictedClass: 'loan', classConfidence: 1, knowledgeId: null })
})

test('returns the class of a given answer, and gives the answer for that class', async () => {
  const company = await foundCompany(db)
  const odd = { question: 'Why does my mortgage loan open its rate?', answer: 'At nine.', class: 'opening' }
  const [entry] = (await learn(company, [odd, ...plenty])).knowledgeIds
  const texts = await opened().open(company.companyId)
  const text = 'why does my mortgage loan open its rate'

  const told = texts.read({ text })
  expect(told).toMatchObject({ predictedClass: 'opening', knowledgeId: entry, runnerUp: null, decidedBy: [] })
  expect(told.classConfidence).toBe(told.answerConfidence)
  expect(texts.read({ text, predictedClass: 'opening' })).toMatchObject({ knowledgeId: entry, abstains: null })
})

test('learns from verdicts on questions in other words, and states how many are missing', async () => {
  const company = await foundCompany(db)
  const { companyId, run } = company
  const { knowledgeIds } = await learn(company, known.slice(0, 3))
  const cache = opened()
  const because = async () => {
    await cache.refresh()
    return (await cache.open(companyId)).read({ text: 'card PIN change' }).because
  }
  const accept = (text: string) =>
    run(async (tx) => {
      const finding = {
        predictedClass: null,
        classConfidence: 0,
        knowledgeId: knowledgeIds[0] ?? '',
        answerConfidence: 1,
      }
      const { uuid } = await giveAutomaticAnswer(tx, companyId, text, finding)
      await judgeAutomaticAnswer(tx, companyId, { uuid, quickReply: 'ACCEPTED' })
    })

  expect(await because()).toMatch(/^There are 0 of the 60 cases required /)
  for (let i = 0; i < 5; i++) await accept(known[0]?.question ?? '')
  expect(await because()).toMatch(/^There are 0 of /)
  const others = [
    'a new secret number please',
    'four digits, mine are stale',
    'other code for the plastic',
    'numbers: how?',
    'digits',
  ]
  for (const text of others) await accept(text)
  expect(await because()).toMatch(/^There are 5 of /)
})

test('learns added, changed and removed entries', async () => {
  const company = await foundCompany(db)
  const cache = opened()
  const read = async (text: string) => (await cache.open(company.companyId)).read({ text }).knowledgeId
  expect(await read('Where is the branch office?')).toBeNull()

  const [entry] = (await learn(company, [{ question: 'Where is the branch office?', answer: 'Here.', class: 'x' }]))
    .knowledgeIds
  await cache.refresh()
  expect(await read('Where is the branch office?')).toBe(entry)

  await company.run((tx) =>
    changeKnowledge(tx, company.companyId, entry ?? '', { question: 'Who owns the bank shares?', answer: 'We.' }),
  )
  await cache.refresh()
  expect(await read('Who owns the bank shares?')).toBe(entry)

  await company.run((tx) => removeKnowledge(tx, company.companyId, entry ?? ''))
  await cache.refresh()
  expect(await read('Who owns the bank shares?')).toBeNull()
})

test('learns answers of experts after a pause, and with them at once what people changed', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const trainer = buildTrainer()
  onTestFinished(() => trainer.close())
  let trained = 0
  const cache = buildTextCache(db, {
    ...trainer,
    async train(material) {
      trained++
      // A company with many answers takes this long, and waits twenty times as long.
      await new Promise((resolve) => setTimeout(resolve, 100))
      return trainer.train(material)
    },
  })
  const addFromExpert = (question: string) =>
    db.system.query(
      `insert into knowledge (id, company_id, question, answer, source) values ($1, $2, $3, 'So.', 'RESPONSE')`,
      [newId(), companyId, question],
    )
  const knows = async (text: string) => (await cache.open(companyId)).read({ text }).knowledgeId !== null
  await cache.open(companyId)

  await addFromExpert('Where is the branch office?')
  await cache.refresh()
  expect([trained, await knows('Where is the branch office?')]).toEqual([1, false])
  await learn(company, [{ question: 'Who owns the bank shares?', answer: 'We.', class: 'x' }])
  await cache.refresh()
  expect([trained, await knows('Who owns the bank shares?')]).toEqual([2, true])
  expect(await knows('Where is the branch office?')).toBe(true)

  await addFromExpert('When does the bank open?')
  await cache.refresh()
  expect(trained).toBe(2)
  await vi.waitFor(
    async () => {
      await cache.refresh()
      expect([trained, await knows('When does the bank open?')]).toEqual([3, true])
    },
    { timeout: 10_000, interval: 100 },
  )
})

test('trusts an answer less with each rejection, and more with each acceptance', async () => {
  const company = await foundCompany(db)
  await learn(company, known)
  const cache = opened()
  const { companyId, run } = company
  const text = 'How do I unlock my card PIN code?'
  const judge = (quickReply: 'ACCEPTED' | 'REJECTED', finding: TextFinding) =>
    run(async (tx) => {
      const { uuid } = await giveAutomaticAnswer(tx, companyId, text, finding)
      await judgeAutomaticAnswer(tx, companyId, { uuid, quickReply })
    })
  const read = async () => {
    await cache.refresh()
    return (await cache.open(companyId)).read({ text })
  }

  const first = await read()
  await judge('REJECTED', first)
  const rejected = await read()
  await judge('ACCEPTED', first)
  await judge('ACCEPTED', first)
  const accepted = await read()

  expect(rejected.answerConfidence).toBeLessThan(first.answerConfidence)
  expect(accepted.answerConfidence).toBeGreaterThan(rejected.answerConfidence)
})

test('withholds an answer that three users rejected, gives the reason, and gives it again if an admin restores it', async () => {
  const company = await foundCompany(db)
  const { companyId, run } = company
  const { knowledgeIds } = await learn(company, known)
  const cache = opened()
  const text = 'How do I unlock my card PIN code?'
  const read = async (precision?: number) => {
    await cache.refresh()
    return (await cache.open(companyId)).read({ text }, precision)
  }
  const judge = (userId: string, quickReply: 'ACCEPTED' | 'REJECTED') =>
    run(async (tx) => {
      const { uuid } = await giveAutomaticAnswer(tx, companyId, text, first)
      await judgeAutomaticAnswer(tx, companyId, { uuid, quickReply, userId })
    })
  const first = await read()
  const [ben = '', cleo = '', dan = ''] = await Promise.all(['ben', 'cleo', 'dan'].map((name) => company.invite(name)))

  for (let i = 0; i < 4; i++) await judge(ben, 'REJECTED')
  await judge(cleo, 'REJECTED')
  expect(await read()).toMatchObject({ knowledgeId: knowledgeIds[9], abstains: null })
  await judge(dan, 'REJECTED')
  expect(await read(0.1)).toMatchObject({
    knowledgeId: null,
    abstains: 'rejected',
    because:
      '3 of 3 verdicts since its last change reject the known answer, and a precision of 10% is required. An admin can reactivate it.',
  })

  await run((tx) => changeKnowledge(tx, companyId, first.knowledgeId ?? '', { isSuspended: false }))
  const again = await read()
  expect(again).toMatchObject({ knowledgeId: knowledgeIds[9], abstains: null })
  expect(again.answerConfidence).toBe(first.answerConfidence)
})

test('withholds an answer at a precision that its verdicts contradict, and gives it at a lower one', async () => {
  const company = await foundCompany(db)
  const { companyId, run } = company
  await learn(company, known)
  const text = 'How do I unlock my card PIN code?'
  const first = (await opened().open(companyId)).read({ text })
  for (let i = 0; i < 20; i++) {
    const quickReply = i < 17 ? 'ACCEPTED' : 'REJECTED'
    await run(async (tx) => {
      const { uuid } = await giveAutomaticAnswer(tx, companyId, text, first)
      await judgeAutomaticAnswer(tx, companyId, { uuid, quickReply })
    })
  }
  const texts = await opened().open(companyId)

  expect(texts.read({ text })).toMatchObject({ abstains: null })
  expect(texts.read({ text }, 0.95)).toMatchObject({
    abstains: 'rejected',
    because: expect.stringMatching(/^3 of 20 /),
  })
})

test('does not trust an answer more for a question other than the accepted one', async () => {
  const company = await foundCompany(db)
  const { companyId, run } = company
  await learn(company, known)
  const cache = opened()
  const first = (await cache.open(companyId)).read({ text: 'How do I unlock my card PIN code?' })
  const other = 'unlock the PIN of the garage'
  const before = (await cache.open(companyId)).read({ text: other }).answerConfidence
  for (let i = 0; i < 20; i++)
    await run(async (tx) => {
      const { uuid } = await giveAutomaticAnswer(tx, companyId, 'How do I unlock my card PIN code?', first)
      await judgeAutomaticAnswer(tx, companyId, { uuid, quickReply: 'ACCEPTED' })
    })
  await cache.refresh()

  expect(before).toBeGreaterThan(0.1)
  expect((await cache.open(companyId)).read({ text: other }).answerConfidence).toBeCloseTo(before)
})

test('no record lifts an answer over its share where other answers are known for nearly its question', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const whistle = { question: 'How do I whistle?', class: 'whistling' }
  const rivals = ['Purse your lips.', 'Put two fingers in your mouth.'].map((answer) => ({ ...whistle, answer }))
  const { knowledgeIds } = await learn(company, [...rivals, ...known])
  for (const knowledgeId of knowledgeIds.slice(0, 2))
    await db.system.query(
      `insert into automatic_answers (id, company_id, question, confidence, knowledge_id, quick_reply, decided_at)
        select gen_random_uuid(), $1, 'Teach me to make loud noises with my lips', 0.9, $2, 'ACCEPTED', clock_timestamp() + interval '1 s'
        from generate_series(1, 100)`,
      [companyId, knowledgeId],
    )
  const texts = await opened().open(companyId)

  const found = texts.read({ text: 'How do I whistle?' })
  expect(found).toMatchObject({ knowledgeId: null, abstains: 'not_sure_enough' })
  expect(found.because).toContain('Other known answers belong to nearly the same question')
  expect(found.answerConfidence).toBeLessThanOrEqual(0.5)
})

test('reports a conflict also for the answer with rejections', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const one = { question: 'How do I whistle?', class: 'whistling', answer: 'Purse your lips.' }
  const other = { question: 'How can I whistle', class: 'whistling', answer: 'Put two fingers in your mouth.' }
  const { knowledgeIds } = await learn(company, [one, other, ...known])
  await db.system.query(
    `insert into automatic_answers (id, company_id, question, confidence, knowledge_id, quick_reply, decided_at)
      select gen_random_uuid(), $1, $3, 0.9, $2, 'ACCEPTED', clock_timestamp() from generate_series(1, 40)`,
    [companyId, knowledgeIds[0], one.question],
  )
  const texts = await opened().open(companyId)

  expect(texts.read({ text: other.question })).toMatchObject({
    knowledgeId: null,
    abstains: 'not_sure_enough',
    because: expect.stringContaining('Other known answers belong to nearly the same question'),
  })
})

test('trusts an answer less that was rejected inside a conversation', async () => {
  const company = await foundCompany(db)
  const { companyId, ada } = company
  await learn(company, known)
  const cache = opened()
  const text = 'How do I unlock my card PIN code?'
  const read = async () => {
    await cache.refresh()
    return (await cache.open(companyId)).read({ text })
  }
  const first = await read()
  const questionId = await company.ask({ text })
  await company.run(async (tx) => {
    const answer = { text: 'PIN: unlock.', sourceId: first.knowledgeId ?? '', confidence: 1 }
    const { responseId } = await respondAutomatically(tx, { kind: 'system', companyId }, questionId, answer)
    await confirmAutoResponse(tx, { kind: 'user', userId: ada, companyId }, { responseId, quickReply: 'REJECTED' })
  })

  expect((await read()).answerConfidence).toBeLessThan(first.answerConfidence)
})

test('groups questions without an automatic answer, inside conversations and outside', async () => {
  const company = await foundCompany(db)
  const { companyId, run } = company
  const finding = { predictedClass: null, knowledgeId: null, answerConfidence: 0, classConfidence: 0, modelVersion: '' }
  for (let i = 0; i < 3; i++) await company.ask({ text: 'Do you sell umbrellas?' })
  await run((tx) => giveAutomaticAnswer(tx, companyId, 'Do you sell umbrellas?', finding))
  for (const { question } of known.slice(0, 4)) await run((tx) => giveAutomaticAnswer(tx, companyId, question, finding))

  const { clusters } = await opened().cluster(companyId)

  const counts = clusters.map(({ count, texts }) => [count, texts.some((text) => text.includes('umbrellas'))])
  expect(counts).toContainEqual([4, true])
  await learn(company, [{ question: 'do you sell umbrellas? ', answer: 'No.', class: 'goods' }])
  expect(JSON.stringify(await opened().cluster(companyId))).not.toContain('umbrellas')
})

test('finds known answers in use that ask nearly the same and answer differently', async () => {
  const company = await foundCompany(db)
  const { companyId, run } = company
  const add = async (question: string, answer: string) =>
    (await run((tx) => addKnowledge(tx, { companyId, answers: [{ question, answer }] }))).knowledgeIds[0] ?? ''
  const older = await add('Do you sell umbrellas?', 'Yes.')
  await add('Do you sell sandals?', 'No.')
  const newer = await add('do you sell UMBRELLAS', 'No.')

  expect(await opened().findConflicts(companyId)).toEqual({ groups: [[newer, older]] })
  for (const reason of ['BY_ADMIN', 'REJECTED']) {
    await db.system.query('update knowledge set suspended_at = now(), suspended_reason = $2 where id = $1', [
      older,
      reason,
    ])
    expect(await opened().findConflicts(companyId)).toEqual({ groups: [] })
  }
})

test('trains many texts in another thread, so that the event loop is not blocked', { timeout: 60_000 }, async () => {
  const company = await foundCompany(db)
  const many = Array.from({ length: 10 }, (_, i) =>
    known.map((one) => ({ ...one, question: `${one.question} ${i} ${newId()}` })),
  ).flat()
  await learn(company, many)
  let longest = 0
  const began = performance.now()
  let last = began
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  onTestFinished(() => clearInterval(beat))

  const texts = await opened().open(company.companyId)

  // Training in this thread would block it for nearly all of the time.
  expect(longest).toBeGreaterThan(0)
  expect(longest).toBeLessThan((performance.now() - began) / 2)
  expect(texts.read({ text: 'How do I unlock my card PIN code?' }).predictedClass).toBe('pin')
})

test('answers a request of the API, and ignores a deleted one', async () => {
  const company = await foundCompany(db)
  await learn(company, plenty)
  const handlers = textHandlers(db, opened(), buildEvidenceCache(db))
  const context = { jobId: '1', attempt: 1, comebacks: 0, signal: new AbortController().signal, logger }
  const query = { text: 'How do I unlock my card PIN code?' }
  const { requestId } = await company.run((tx) => askAboutText(tx, company.companyId, 'read', query))

  await handlers['text-request']({ requestId }, context)
  await handlers['text-request']({ requestId: newId() }, context)

  const answers = await inSystem(db, (tx) => takeTextAnswers(tx, [requestId]))
  expect(answers).toEqual([{ requestId, answer: expect.objectContaining({ predictedClass: 'pin' }), error: null }])
  expect(await inSystem(db, (tx) => takeTextAnswers(tx, [requestId]))).toEqual([])
})

// Every fifth text has the other class, so no confidence reaches a precision of .99.
const muddledPlenty = plenty.map((one, at) =>
  at % 5 === 0 ? { ...one, class: one.class === 'pin' ? 'loan' : 'pin' } : one,
)

test('reaches the precision of the named category, or of the default one', async () => {
  const company = await foundCompany(db)
  const { companyId, run } = company
  await learn(company, muddledPlenty)
  await run((tx) => createCategory(tx, { companyId, name: 'Lenient', settings: { precision: 0.6 } }))
  const handlers = textHandlers(db, opened(), buildEvidenceCache(db))
  const context = { jobId: '1', attempt: 1, comebacks: 0, signal: new AbortController().signal, logger }
  async function found(kind: 'read' | 'predict', questionCategory?: string) {
    const query = { text: 'How do I read my card PIN code?', ...(questionCategory ? { questionCategory } : {}) }
    const { requestId } = await run((tx) => askAboutText(tx, companyId, kind, query))
    await handlers['text-request']({ requestId }, context)
    const [taken] = await inSystem(db, (tx) => takeTextAnswers(tx, [requestId]))
    return taken?.answer as TextFinding
  }

  await company.set({ precision: 0.99 })
  for (const kind of ['read', 'predict'] as const) {
    expect((await found(kind)).predictedClass).toBeNull()
    expect((await found(kind, 'Lenient')).predictedClass).toBe('pin')
  }
  expect((await found('read')).classAbstains?.message).toMatch(/ and 99% is required\.$/u)
  await company.set({ precision: 0.6 })
  expect((await found('read')).predictedClass).toBe('pin')
})

test('reports the coverage of automatic answers per precision, or why no figures exist', async () => {
  const [few, many] = [await foundCompany(db), await foundCompany(db)]
  const handlers = textHandlers(db, opened(), buildEvidenceCache(db))
  const context = { jobId: '1', attempt: 1, comebacks: 0, signal: new AbortController().signal, logger }
  const topics = 'parcel invoice password contract voucher address newsletter warranty'.split(' ')
  const frames =
    'How do I change my _?,I want another _,_ is wrong; what then,Please replace the old _,Somebody gave me a bad _,new _ wanted,Is it possible to correct a _ later on?,My _ looks strange to me,Where can the _ be updated'
  const wordings = topics.flatMap((topic) =>
    frames
      .split(',')
      .map((frame) => ({ question: frame.replace('_', topic), answer: `All of the ${topic}.`, class: topic })),
  )
  await learn(many, wordings)
  async function rules({ companyId, run }: TestCompany) {
    const { requestId } = await run((tx) => askAboutText(tx, companyId, 'rules', { text: '' }))
    await handlers['text-request']({ requestId }, context)
    const [taken] = await inSystem(db, (tx) => takeTextAnswers(tx, [requestId]))
    const answer = taken?.answer as { rules: object[] } | undefined
    return answer?.rules ?? []
  }

  const none = {
    leastConfidence: null,
    coverage: 0,
    cases: 0,
    abstains: 'too_few_cases',
    casesFound: 0,
    casesNeeded: 60,
    precisionReached: null,
    message: expect.stringMatching(/ of the 60 cases /u),
    expectedPrecision: null,
    outOfScopeShare: 0.1,
  }
  expect(await rules(few)).toEqual([0.8, 0.9, 0.95, 0.98].map((precision) => ({ precision, ...none })))
  expect((await rules(many))[1]).toMatchObject({
    precision: 0.9,
    cases: 64,
    abstains: null,
    leastConfidence: expect.any(Number),
    expectedPrecision: expect.any(Number),
    outOfScopeShare: 0.1,
  })
})

test('states for each category what its own precision is expected to achieve', async () => {
  const company = await foundCompany(db)
  const { companyId, run } = company
  const handlers = textHandlers(db, opened(), buildEvidenceCache(db))
  const context = { jobId: '1', attempt: 1, comebacks: 0, signal: new AbortController().signal, logger }
  await learn(company, muddledPlenty)
  await company.set({ precision: 0.99 })
  await run((tx) => createCategory(tx, { companyId, name: 'Lenient', settings: { precision: 0.6 } }))
  const { requestId } = await run((tx) => askAboutText(tx, companyId, 'rules', { text: '' }))
  await handlers['text-request']({ requestId }, context)
  const [taken] = await inSystem(db, (tx) => takeTextAnswers(tx, [requestId]))
  const answer = taken?.answer as AnswerRulesFinding | undefined

  expect(answer?.categories?.map(({ classes }) => classes?.leastConfidence)).toEqual([null, expect.any(Number)])
})

test('gives classes with the asked precision although one question in ten is out of scope', async () => {
  const fixture = new URL('../../../libs/text/fixtures/banking77-sample.tsv', import.meta.url)
  const rows = readFileSync(fixture, 'utf8').trim().split('\n').slice(1)
  const sample = rows.map((row) => {
    const [part = '', question = '', name = ''] = row.split('\t')
    return { part, question, class: name }
  })
  const names = [...new Set(sample.map((one) => one.class))].toSorted()
  const isKnown = (one: { class: string }) => names.indexOf(one.class) % 4 !== 0
  const company = await foundCompany(db)
  await learn(
    company,
    sample
      .filter((one) => one.part === 'train' && isKnown(one))
      .map(({ question, class: name }) => ({ question, answer: `About ${name}.`, class: name })),
  )
  const handlers = textHandlers(db, opened(), buildEvidenceCache(db))
  const context = { jobId: '1', attempt: 1, comebacks: 0, signal: new AbortController().signal, logger }
  async function classOf(text: string) {
    const { requestId } = await company.run((tx) => askAboutText(tx, company.companyId, 'read', { text }))
    await handlers['text-request']({ requestId }, context)
    const [taken] = await inSystem(db, (tx) => takeTextAnswers(tx, [requestId]))
    return (taken?.answer as TextFinding | undefined)?.predictedClass ?? null
  }
  const inScope = sample.filter((one) => one.part === 'test' && isKnown(one))
  const outOfScope = sample.filter((one) => !isKnown(one))
  const found = await Promise.all(inScope.map(({ question }) => classOf(question)))
  const strangers = await Promise.all(outOfScope.map(({ question }) => classOf(question)))
  const right = found.filter((name, i) => name === inScope[i]?.class).length / inScope.length
  const given = found.filter((name) => name !== null).length / inScope.length
  const wrong = strangers.filter((name) => name !== null).length / outOfScope.length

  expect((0.9 * right) / (0.9 * given + 0.1 * wrong)).toBeGreaterThanOrEqual(0.88)
  expect(given).toBeGreaterThan(0.5)
})

test('assumes more out-of-scope questions the more of them people report, unless a category sets the share', async () => {
  const company = await foundCompany(db)
  const { run, companyId } = company
  const estimate = () => run((tx) => estimateOutOfScopeShare(tx, companyId))
  const dora = { kind: 'agent', userId: await company.hire(), companyId } as const

  expect(await estimate()).toBe(0.1)
  for (const name of ['out_of_scope', 'out_of_scope', 'pin']) {
    const questionId = await company.ask()
    await run((tx) => relabelQuestion(tx, dora, { questionId, class: name }))
  }
  expect(await estimate()).toBeCloseTo(12 / 103)
  await run((tx) =>
    createCategory(tx, { companyId, name: 'strict', settings: { precision: 0.95, outOfScopeShare: 0.3 } }),
  )
  expect(await run((tx) => findPrecisionSettings(tx, companyId, 'strict'))).toEqual({
    precision: 0.95,
    outOfScopeShare: 0.3,
  })
})

test('deletes unread text requests after a minute', async () => {
  const company = await foundCompany(db)
  const ask = () => company.run((tx) => askAboutText(tx, company.companyId, 'read', { text: 'x' }))
  const [old, young] = [await ask(), await ask()]
  await db.system.query(`update text_requests set created_at = clock_timestamp() - interval '61 s' where id = $1`, [
    old.requestId,
  ])

  await vi.waitFor(async () => {
    await deleteExpired(db)
    const { rows } = await db.system.query('select id from text_requests where company_id = $1', [company.companyId])
    expect(rows).toEqual([{ id: young.requestId }])
  })
})

test('deletes unanswered, unjudged and anonymous queries after 90 days', async () => {
  const { companyId, ada, run } = await foundCompany(db)
  const [knowledgeId = ''] = (
    await run((tx) => addKnowledge(tx, { companyId, answers: [{ question: 'Q?', answer: 'A.' }] }))
  ).knowledgeIds
  const found = { predictedClass: null, classConfidence: 0, knowledgeId, answerConfidence: 1 }
  const give = async (userId?: string, finding: TextFinding = found) =>
    (await run((tx) => giveAutomaticAnswer(tx, companyId, 'Q?', finding, userId))).uuid
  const judge = (uuid: string, userId?: string) =>
    run((tx) => judgeAutomaticAnswer(tx, companyId, { uuid, quickReply: 'ACCEPTED', userId }))
  async function ask() {
    const [inVain, pending, nobodys, adas] = [
      await give(ada, { ...found, knowledgeId: null }),
      await give(ada),
      await give(),
      await give(ada),
    ]
    await judge(nobodys)
    await judge(adas, ada)
    return { inVain, pending, nobodys, adas }
  }
  const left = async () =>
    (await db.system.query('select id from automatic_answers where company_id = $1 order by id', [companyId])).rows.map(
      ({ id }) => id,
    )
  await ask()
  for (const id of await left()) {
    const old = (Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - 91 * 86_400_000)
      .toString(16)
      .padStart(12, '0')
    const aged = `${old.slice(0, 8)}-${old.slice(8)}${id.slice(13)}`
    await db.system.query('update automatic_answers set id = $2 where id = $1', [id, aged])
  }
  const oldOfAda = (await left())[3]
  const young = Object.values(await ask())

  await vi.waitFor(async () => {
    await deleteExpired(db)
    expect((await left()).sort()).toEqual([oldOfAda, ...young].sort())
  })
})
