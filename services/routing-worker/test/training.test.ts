import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import type { FileView, ModelView } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { removeKnowledge } from '@askline/domain/administration/knowledge'
import { listDeadLetters } from '@askline/domain/dead-letters/settle-dead-letters'
import { readFile } from '@askline/domain/files/read-file'
import { removeFile } from '@askline/domain/files/store'
import { findFile } from '@askline/domain/files/view'
import { addKnowledge } from '@askline/domain/knowledge/add-knowledge'
import { giveAutomaticAnswer, judgeAutomaticAnswer } from '@askline/domain/knowledge/automatic-answers'
import { relabelQuestion } from '@askline/domain/learning/relabel'
import { changeTrainingSettings } from '@askline/domain/learning/training-settings'
import { wantTraining } from '@askline/domain/learning/want-training'
import { findForgetReceipt, forgetPerson } from '@askline/domain/privacy/forget'
import { erasePerson } from '@askline/domain/privacy/forget-erase'
import { endUnlearned } from '@askline/domain/privacy/forget-learned'
import { confirmAutoResponse, respondAutomatically } from '@askline/domain/questions/auto-response'
import { storeText } from '@askline/domain/test/store-text'
import { buildEvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { buildTextCache } from '@askline/learning/texts/text-cache'
import { buildTrainer } from '@askline/learning/texts/text-trainer'
import {
  findModel,
  listModels,
  pinModel,
  removeModel,
  rollBackModel,
  unpinModel,
} from '@askline/learning/training/model-versions'
import { openTrainingPool } from '@askline/learning/training/training-pool'
import { openTestDatabase, testRedis } from '@askline/testing'
import { classify } from '@askline/text'
import { expect, onTestFinished, test, vi } from 'vitest'
import { anybody, foundCompany, type TestCompany } from './company.ts'

// Trainings run at a low priority.
vi.setConfig({ testTimeout: 180_000 })

const db = await openTestDatabase()

const viewOf = ({ companyId }: TestCompany, fileId: string): Promise<FileView> =>
  inSystem(db, (tx) => findFile(tx, companyId, fileId))
const modelsOf = async ({ companyId }: TestCompany): Promise<ModelView[]> =>
  (await inSystem(db, (tx) => listModels(tx, companyId, { limit: 100 }))).models
const running = async (company: TestCompany) => (await modelsOf(company)).find((model) => model.isRunning)?.version

function opened() {
  const trainingPool = openTrainingPool(db)
  onTestFinished(() => trainingPool.close())
  return trainingPool
}
function openedBook() {
  const trainer = buildTrainer()
  onTestFinished(() => trainer.close())
  return buildTextCache(db, trainer)
}

const topics: Record<string, string[]> = {
  card: ['card', 'plastic', 'chip', 'contactless', 'delivery'],
  loan: ['loan', 'mortgage', 'interest', 'instalment', 'repayment'],
  transfer: ['transfer', 'payment', 'recipient', 'account', 'abroad'],
}
const verbs = ['change', 'stop', 'find', 'lose', 'order', 'check', 'block', 'explain']
const texts = Object.entries(topics).flatMap(([name, words]) =>
  words.flatMap((word) => verbs.map((verb) => ({ text: `How do I ${verb} my ${word}?`, class: name }))),
)
/** Ten texts of each class, for rules that do not look at what a model knows. */
const few = texts.filter((_, at) => at % 4 === 0)
const csv = (rows: { text: string; class: string }[]) =>
  `text,class\n${rows.map((row) => `${row.text},${row.class}`).join('\n')}\n`
const shifted = (rows: typeof texts) => {
  const names = Object.keys(topics)
  return rows.map(({ text }, at) => ({ text, class: names[at % names.length] ?? '' }))
}

async function learn(company: TestCompany, trainingPool: ReturnType<typeof opened>, text: string): Promise<FileView> {
  const fileId = await storeText(db, company.companyId, 'UTTERANCES', text)
  await readFile(db, fileId)
  await trainingPool.train(company.companyId)
  return viewOf(company, fileId)
}

/** One second ago, because times in whole ms may be rounded up into the future. */
const makeDue = (companyId: string) =>
  db.system.query(`update trainings set due_at = clock_timestamp() - interval '1 s' where company_id = $1`, [companyId])

const begun = ({ companyId }: TestCompany) =>
  vi.waitFor(async () => {
    const { rows } = await db.system.query('select 1 from trainings where company_id = $1 and began_at is not null', [
      companyId,
    ])
    expect(rows).toHaveLength(1)
  })

/** Ways in which the bytes of a model can be damaged. */
const harms = {
  incomplete: 'delete from model_chunks where company_id = $1',
  damaged:
    'update model_chunks set bytes = set_byte(bytes, 0, get_byte(bytes, 0) # 255) where company_id = $1 and seq = 0',
}

test.each(Object.entries(harms))(
  'a running model whose bytes are %s is replaced, compared with nothing',
  async (_, harm) => {
    const company = await foundCompany(db)
    const trainingPool = opened()
    await learn(company, trainingPool, csv(few))
    await db.system.query(harm, [company.companyId])
    await learn(company, trainingPool, csv([{ text: 'How do I freeze my plastic card?', class: 'card' }]))

    const [model] = await modelsOf(company)
    expect(model).toMatchObject({ version: 2, verdict: 'FIRST', isRunning: true, comparedWith: null })
  },
)

test('a file becomes a model that every worker uses', async () => {
  const company = await foundCompany(db)
  const cache = openedBook()
  await cache.open(company.companyId)
  const file = await learn(company, opened(), csv(texts))
  await cache.refresh()

  expect(file).toMatchObject({
    status: 'READY',
    progress: 1,
    rowsAccepted: 120,
    modelUuid: expect.any(String),
    modelVerdict: 'FIRST',
  })
  expect(file.heldOutAccuracy).toBeGreaterThan(0.8)
  const [model] = await modelsOf(company)
  expect(model).toMatchObject({
    version: 1,
    isRunning: true,
    verdict: 'FIRST',
    classes: 3,
    examples: 120,
    heldOut: 120,
  })
  const read = (await cache.open(company.companyId)).read({ text: 'May I block my contactless chip card?' })
  expect(read).toMatchObject({ predictedClass: 'card', modelVersion: '1' })
})

test('a version reports which precisions it reaches, how often it then predicts, and why it abstains from others', async () => {
  const [enough, few] = [await foundCompany(db), await foundCompany(db)]
  const trainingPool = opened()
  // Every third example has a wrong class, so no confidence reaches a precision of .98.
  const muddled = texts.map((one, at) => (at % 3 === 0 ? (shifted(texts)[at] ?? one) : one))
  await learn(enough, trainingPool, csv(muddled))
  await learn(few, trainingPool, csv(texts.filter((_, at) => at % 4 === 0)))
  const rulesOf = async (company: TestCompany) => {
    const [{ uuid = '' } = {}] = await modelsOf(company)
    return (await inSystem(db, (tx) => findModel(tx, company.companyId, uuid))).report.rules
  }

  const rules = await rulesOf(enough)
  expect(rules.map(({ precision }) => precision)).toEqual([0.8, 0.9, 0.95, 0.98])
  for (const { precision, leastConfidence, coverage, abstains } of rules) {
    const isPromised = abstains === null
    expect([leastConfidence !== null, coverage > 0, precision]).toEqual([isPromised, isPromised, precision])
  }
  expect(rules.at(-1)).toEqual({
    precision: 0.98,
    leastConfidence: null,
    coverage: 0,
    expectedPrecision: null,
    abstains: 'precision_out_of_reach',
    casesFound: 120,
    casesNeeded: null,
    precisionReached: expect.closeTo(0.828, 3),
    message: expect.stringMatching(
      /^The 120 held-out examples support a precision of at most \d\d(\.\d)?%, and 98% is required\.$/u,
    ),
  })
  const { abstains, message, casesFound, casesNeeded } = (await rulesOf(few)).at(0) ?? {}
  expect({ abstains, casesFound, casesNeeded }).toEqual({ abstains: 'too_few_cases', casesFound: 30, casesNeeded: 60 })
  expect(message).toBe('There are 30 held-out examples, and 60 are required to promise any precision.')
})

test('a version reports how many of its predictions were right at each confidence', async () => {
  const company = await foundCompany(db)
  await learn(company, opened(), csv(texts))
  const [{ uuid = '', accuracy = 0 } = {}] = await modelsOf(company)
  const { reliability } = (await inSystem(db, (tx) => findModel(tx, company.companyId, uuid))).report
  const sum = (member: 'cases' | 'right') => reliability.reduce((total, bin) => total + bin[member], 0)

  expect(reliability.map(({ from }) => from)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
  expect(sum('cases')).toBe(120)
  expect(sum('right') / 120).toBeCloseTo(accuracy)
  for (const { from, to, cases, confidence } of reliability.filter((bin) => bin.cases > 0)) {
    expect(confidence, `${cases} from ${from}`).toBeGreaterThanOrEqual(from)
    expect(confidence).toBeLessThanOrEqual(to)
  }
})

test('a version is removed with its bytes unless it runs, and its number is not given again', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const trainingPool = opened()
  await learn(company, trainingPool, csv(few))
  const [{ uuid: first = '' } = {}] = await modelsOf(company)
  await company.run((tx) => pinModel(tx, companyId, first))
  await learn(company, trainingPool, csv([{ text: 'How do I freeze my plastic card?', class: 'card' }]))
  const [{ uuid: second = '' } = {}] = await modelsOf(company)
  const remove = (modelId: string) => company.run((tx) => removeModel(tx, companyId, modelId))

  await expect(remove(first)).rejects.toMatchObject({ code: 'model_running' })
  await remove(second)
  await expect(remove(second)).rejects.toMatchObject({ name: 'NotFoundError' })
  expect((await db.system.query('select 1 from model_chunks where model_id = $1', [second])).rows).toEqual([])

  await learn(company, trainingPool, csv([{ text: 'How do I thaw my plastic card?', class: 'card' }]))
  expect((await modelsOf(company)).map(({ version }) => version)).toEqual([3, 1])
})

test('too few examples make no model, and the file is ready without one', async () => {
  const company = await foundCompany(db)
  const file = await learn(company, opened(), 'text,class\nOne?,a\nTwo?,b\n')

  expect(file).toMatchObject({ status: 'READY', heldOutAccuracy: null, modelUuid: null })
  expect(await modelsOf(company)).toEqual([])
})

test('a file lists the rows that are not learned', async () => {
  const company = await foundCompany(db)
  const trainingPool = opened()
  const alone = await learn(company, trainingPool, csv(texts.slice(0, 10)))
  const more = [
    { text: 'HOW do I change my card!', class: 'card' },
    { text: 'How do I stop my card?', class: 'loan' },
    { text: 'Refund?', class: 'refund' },
  ]
  const file = await learn(company, trainingPool, csv([...texts, ...more]))

  expect(alone.notes?.map(({ code, count }) => [code, count])).toEqual([['one_class', 1]])
  expect(file.notes?.map(({ code, count }) => [code, count])).toEqual([
    ['classes_too_small', 1],
    ['rows_repeated', 1],
    ['texts_of_several_classes', 1],
  ])
  expect(file.notes?.[1]?.message).toMatch(/^Rows that .*: 1\. Each group counts once\.$/u)
})

test('a model that is worse than the running one does not replace it, unless the company wants that', {
  timeout: 180_000,
}, async () => {
  const company = await foundCompany(db)
  const trainingPool = opened()
  await learn(company, trainingPool, csv(texts))
  const wrong = shifted(texts)
  await learn(company, trainingPool, csv([...wrong, ...wrong, ...wrong]))
  const [second] = await modelsOf(company)
  expect(second).toMatchObject({
    version: 2,
    verdict: expect.stringMatching(/WORSE/),
    comparedWith: { cases: expect.any(Number) },
  })

  await inSystem(db, (tx) => changeTrainingSettings(tx, company.companyId, { replace: 'BY_HAND' }))
  await learn(company, trainingPool, csv([{ text: 'By hand?', class: 'card' }]))
  expect((await modelsOf(company))[0]).toMatchObject({ version: 3, verdict: 'BY_HAND', isRunning: false })
  await inSystem(db, (tx) => changeTrainingSettings(tx, company.companyId, { replace: 'ALWAYS' }))
  await learn(company, trainingPool, csv([{ text: 'Always?', class: 'card' }]))
  expect((await modelsOf(company))[0]).toMatchObject({ version: 4, verdict: 'ALWAYS', isRunning: true })
})

test('models are compared on examples that neither was trained on', async () => {
  const company = await foundCompany(db)
  const trainingPool = opened()
  await learn(company, trainingPool, csv(texts))
  // Wrong labels on half of the texts make the new model worse than the running one.
  await db.system.query(
    `update training_examples set class = (array['card', 'loan', 'transfer'])[1 + (id % 3)]
      where company_id = $1 and id % 2 = 0`,
    [company.companyId],
  )
  await inSystem(db, (tx) => wantTraining(tx, company.companyId, { now: true }))
  await trainingPool.train(company.companyId)

  const [second] = await modelsOf(company)
  expect(second?.comparedWith?.cases).toBe(120)
  const { accuracy = 0, runningAccuracy = 0 } = second?.comparedWith ?? {}
  expect(second?.verdict).toBe(accuracy < runningAccuracy - 0.01 ? 'WORSE' : 'NOT_WORSE')
  expect(second?.isRunning).toBe(second?.verdict === 'NOT_WORSE')
})

test('versions are pinned, unpinned and rolled back, each in one call, and workers follow', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const trainingPool = opened()
  const cache = openedBook()
  for (const more of [[], [{ text: 'Where is it?', class: 'card' }], [{ text: 'Who is it?', class: 'loan' }]]) {
    await learn(company, trainingPool, csv([...texts, ...more]))
  }
  const version = async () => {
    await cache.refresh()
    return (await cache.open(companyId)).read({ text: 'How do I block my card?' }).modelVersion
  }
  expect([await running(company), await version()]).toEqual([3, '3'])

  expect(await company.run((tx) => rollBackModel(tx, companyId))).toMatchObject({ version: 2, isPinned: true })
  expect([await running(company), await version()]).toEqual([2, '2'])
  await learn(company, trainingPool, csv([...texts, { text: 'Pinned?', class: 'card' }]))
  expect((await modelsOf(company))[0]).toMatchObject({ version: 4, verdict: 'PINNED', isRunning: false })
  await company.run((tx) => rollBackModel(tx, companyId))
  expect([await running(company), await version()]).toEqual([1, '1'])
  await expect(company.run((tx) => rollBackModel(tx, companyId))).rejects.toMatchObject({ code: 'no_earlier_model' })

  const newest = (await modelsOf(company))[0]?.uuid ?? ''
  await company.run((tx) => pinModel(tx, companyId, newest))
  expect(await company.run((tx) => unpinModel(tx, companyId, newest))).toMatchObject({
    isRunning: true,
    isPinned: false,
  })
  expect(await version()).toBe('4')
})

test('a rollback runs the previous version, and the version rolled back from does not return', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const trainingPool = opened()
  await inSystem(db, (tx) => changeTrainingSettings(tx, companyId, { replace: 'ALWAYS' }))
  for (const text of ['Where?', 'Who?', 'When?'])
    await learn(company, trainingPool, csv([...few, { text, class: 'card' }]))
  const [third, , first] = await modelsOf(company)
  for (const model of [first, third]) await company.run((tx) => pinModel(tx, companyId, model?.uuid ?? ''))
  const goBack = async () => (await company.run((tx) => rollBackModel(tx, companyId))).version

  expect(await goBack()).toBe(1)
  await company.run((tx) => unpinModel(tx, companyId, first?.uuid ?? ''))
  await learn(company, trainingPool, csv([...few, { text: 'Why?', class: 'card' }]))
  expect(await running(company)).toBe(4)
  expect(await goBack()).toBe(1)
  expect(await goBack()).toBe(2)
  await expect(goBack()).rejects.toMatchObject({ code: 'no_earlier_model' })
})

test('only one of several trainers trains, and one that lost its lease stores nothing', async () => {
  const company = await foundCompany(db)
  const fileId = await storeText(db, company.companyId, 'UTTERANCES', csv(few))
  await readFile(db, fileId)
  const outcomes = await Promise.all([opened(), opened(), opened()].map((one) => one.train(company.companyId)))
  expect(outcomes.sort()).toEqual(['busy', 'busy', 'trained'])

  await inSystem(db, (tx) => wantTraining(tx, company.companyId, { now: true }))
  const late = opened().train(company.companyId)
  await begun(company)
  await makeDue(company.companyId)
  expect(await opened().train(company.companyId)).toBe('trained')
  expect(['busy', 'trained']).toContain(await late)
  expect(await modelsOf(company)).toHaveLength(2)
})

test('a training requested during a training runs afterwards', async () => {
  const company = await foundCompany(db)
  const trainingPool = opened()
  const fileId = await storeText(db, company.companyId, 'UTTERANCES', csv(texts))
  await readFile(db, fileId)
  const training = trainingPool.train(company.companyId)
  await begun(company)
  await inSystem(db, (tx) => wantTraining(tx, company.companyId))
  await training

  expect(await trainingPool.train(company.companyId)).toBe('trained')
  expect(await trainingPool.train(company.companyId)).toBe('busy')
})

test('a label counts at once and is learned', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const trainingPool = opened()
  const cache = openedBook()
  await learn(company, trainingPool, csv(texts))
  const text = 'My plastic thing with the interest?'
  const questionId = await company.ask({ text })
  const before = (await cache.open(companyId)).read({ text }).predictedClass
  const dora = { kind: 'agent', userId: company.ada, companyId } as const
  for (const name of ['loan', 'transfer']) {
    await company.run((tx) => relabelQuestion(tx, dora, { questionId, class: name }))
  }
  await cache.refresh()
  const after = (await cache.open(companyId)).read({ text })
  const { rows } = await db.system.query('select class, text from training_examples where question_id = $1', [
    questionId,
  ])

  expect(rows).toEqual([{ class: 'transfer', text: null }])
  expect(after.modelVersion).toBe('1')
  expect([before, after.predictedClass]).not.toEqual([before, 'card'])
  await makeDue(companyId)
  await trainingPool.train(companyId)
  expect((await modelsOf(company))[0]).toMatchObject({ version: 2, examples: 121 })
})

test('uploaded history is evidence: experts who resolved similar questions rank first', async () => {
  const company = await foundCompany(db)
  const email = `nova-${randomUUID()}@example.com`
  await company.hire()
  const nova = await company.hire({ email })
  const cache = buildEvidenceCache(db)
  await cache.load(company.companyId)
  expect(cache.questions).toBe(0)
  const rows = verbs.map(
    (verb, n) =>
      `q${n},2026-01-0${n + 1},u${n},How do I ${verb} my mortgage?,loan,a${n},2026-01-0${n + 1}T01:00:00Z,${email},3,true`,
  )
  const header = 'questionId,askedAt,asker,text,tags,answerId,answeredAt,answererEmail,score,accepted'
  const fileId = await storeText(db, company.companyId, 'HISTORY', [header, ...rows].join('\n'))
  expect(await readFile(db, fileId)).toBe('read')

  await vi.waitFor(async () => {
    await cache.refresh()
    expect(cache.questions).toBe(8)
  })
  const evidence = cache.find(company.companyId)
  const ranked = evidence?.rank({ text: 'Whom do I ask about a mortgage?' }, evidence.roster.free(anybody), 2)
  expect(ranked?.[0]?.expertId).toBe(nova)
})

test('a class whose known answer an asker accepts in a conversation counts at once and is learned, until the asker is forgotten', {
  timeout: 180_000,
}, async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const trainingPool = opened()
  const [cache, other] = [openedBook(), openedBook()]
  await learn(company, trainingPool, csv(texts))
  const text = 'My plastic thing with the interest?'
  const known = [{ question: 'What of plastic things?', answer: 'Ask the recipient.', class: 'transfer' }]
  const [sourceId = ''] = (await company.run((tx) => addKnowledge(tx, { companyId, answers: known }))).knowledgeIds
  // Only the asker's acceptance may request a training.
  await db.system.query('delete from trainings where company_id = $1', [companyId])
  const decided = async (quickReply: 'ACCEPTED' | 'REJECTED') => {
    const questionId = await company.ask({ text })
    await company.run(async (tx) => {
      const system = { kind: 'system', companyId } as const
      const answer = { text: 'Ask the recipient.', sourceId, confidence: 1 }
      const { responseId } = await respondAutomatically(tx, system, questionId, answer)
      await confirmAutoResponse(tx, { kind: 'user', userId: company.ada, companyId }, { responseId, quickReply })
    })
    for (const one of [cache, other]) await one.refresh()
  }
  const trained = async () => {
    await makeDue(companyId)
    expect(await trainingPool.train(companyId)).toBe('trained')
    return (await modelsOf(company))[0]
  }
  const likeliest = () =>
    Promise.all(
      [cache, other].map(async (one) => {
        const { classifier } = await one.open(companyId)
        return classifier && classify(classifier, text).likeliest
      }),
    )
  const before = await likeliest()
  expect(before).not.toContain('transfer')

  await decided('REJECTED')
  expect(await likeliest()).toEqual(before)
  for (let i = 0; i < 6; i++) await decided('ACCEPTED')
  expect(await likeliest()).toEqual(['transfer', 'transfer'])

  expect(await trained()).toMatchObject({ version: 2, examples: 122 })
  const { receipt } = await inSystem(db, (tx) => forgetPerson(tx, { companyId, email: 'ada@example.com' }))
  await erasePerson(db, receipt.uuid, { settleMs: 0 })
  expect((await modelsOf(company)).map(({ isStale }) => isStale)).toEqual([true, true])
  expect(await trained()).toMatchObject({ version: 3, examples: 121, verdict: 'ERASED', isRunning: true })

  const stale = (await modelsOf(company)).find(({ version }) => version === 2)?.uuid ?? ''
  await expect(company.run((tx) => rollBackModel(tx, companyId))).rejects.toMatchObject({ code: 'model_stale' })
  await expect(company.run((tx) => pinModel(tx, companyId, stale))).rejects.toMatchObject({ code: 'model_stale' })
  expect(await running(company)).toBe(3)
})

test('a receipt says ERASED only when no model that may know the person runs or is stored', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const trainingPool = opened()
  await learn(company, trainingPool, csv(few))
  const answers = [{ question: 'Is my card of plastic?', answer: 'Yes.', class: 'card' }]
  const [knowledgeId = ''] = (await company.run((tx) => addKnowledge(tx, { companyId, answers }))).knowledgeIds
  await company.run(async (tx) => {
    const found = { predictedClass: null, classConfidence: 0, answerConfidence: 0.9, knowledgeId }
    const { uuid } = await giveAutomaticAnswer(tx, companyId, 'My plastic?', found, company.ada)
    await judgeAutomaticAnswer(tx, companyId, { uuid, quickReply: 'ACCEPTED', userId: company.ada })
  })
  const [first] = await modelsOf(company)
  await company.run((tx) => pinModel(tx, companyId, first?.uuid ?? ''))
  const { receipt } = await inSystem(db, (tx) => forgetPerson(tx, { companyId, email: 'ada@example.com' }))
  const look = async (memoryMs = 0) => {
    await inSystem(db, (tx) => endUnlearned(tx, companyId, memoryMs))
    const { status, remains } = await company.run((tx) => findForgetReceipt(tx, companyId, receipt.uuid))
    return [status, ...remains.map(({ code }) => code)]
  }
  expect(await look()).toEqual(['ERASING', 'rows', 'memory'])

  await erasePerson(db, receipt.uuid, { settleMs: 0 })
  expect(await look()).toEqual(['ERASING', 'pinned_model', 'memory'])
  await company.run((tx) => unpinModel(tx, companyId, first?.uuid ?? ''))
  expect(await look()).toEqual(['ERASING', 'running_model', 'memory'])
  await makeDue(companyId)
  expect(await trainingPool.train(companyId)).toBe('trained')
  const { rows: stored } = await db.system.query('select 1 from model_chunks where model_id = $1', [first?.uuid])
  expect(stored).not.toEqual([])

  expect(await look(60_000)).toEqual(['ERASING', 'memory'])
  const { rows: left } = await db.system.query(
    `select 1 from models m left join model_chunks c on c.model_id = m.id
      where m.id = $1 and (c.seq is not null or m.judged <> '')`,
    [first?.uuid],
  )
  expect(left).toEqual([])
  expect(await look(60_000)).toEqual(['ERASING', 'memory'])
  expect(await look()).toEqual(['ERASED'])
})

test('a stale running model is replaced even if no training was requested', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const trainingPool = opened()
  await learn(company, trainingPool, csv(few))
  await db.system.query('update models set is_stale = true where company_id = $1', [companyId])
  await db.system.query(
    `update trainings set due_at = null, wanted_at = clock_timestamp() - interval '11 minutes' where company_id = $1`,
    [companyId],
  )
  await inSystem(db, (tx) => endUnlearned(tx, companyId))

  expect(await trainingPool.train(companyId)).toBe('trained')
  expect((await modelsOf(company))[0]).toMatchObject({ version: 2, verdict: 'ERASED', isRunning: true })
})

test('a model retrained without erased words is not reported as refused', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const trainingPool = opened()
  const known = [{ question: 'Is my card of plastic?', answer: 'Yes.', class: 'card' }]
  const [gone = ''] = (await company.run((tx) => addKnowledge(tx, { companyId, answers: known }))).knowledgeIds
  await learn(company, trainingPool, csv(texts))
  await inSystem(db, (tx) => changeTrainingSettings(tx, companyId, { replace: 'BY_HAND' }))
  await learn(company, trainingPool, csv(shifted(texts)))
  expect(await running(company)).toBe(1)

  await company.run((tx) => removeKnowledge(tx, companyId, gone))
  await makeDue(companyId)
  expect(await trainingPool.train(companyId)).toBe('trained')

  expect((await modelsOf(company))[0]).toMatchObject({
    version: 3,
    verdict: 'ERASED',
    isRunning: true,
    isStale: false,
    examples: 120,
    accuracy: expect.closeTo(1, 0),
  })
})

test('texts of a removed file are unlearned, even if the running model is better', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const trainingPool = opened()
  const cache = openedBook()
  const wrong = await learn(company, trainingPool, csv(shifted(texts).slice(0, 60)))
  const right = await learn(company, trainingPool, csv(texts))
  const remove = async ({ uuid }: FileView) => {
    await company.run((tx) => removeFile(tx, companyId, uuid))
    expect((await modelsOf(company)).filter((model) => !model.isStale)).toEqual([])
    return trainingPool.train(companyId)
  }

  expect(await remove(right)).toBe('trained')
  expect((await modelsOf(company))[0]).toMatchObject({ version: 3, examples: 60, verdict: 'ERASED', isRunning: true })
  expect(await remove(wrong)).toBe('too-little')
  expect(await running(company)).toBeUndefined()
  expect((await cache.open(companyId)).read({ text: 'How do I block my card?' }).predictedClass).toBeNull()
})

/** Returns `times` as many examples as there are texts, which take longer to train. */
const examplesFor = (times: number) =>
  Array.from({ length: times }, (_, n) =>
    texts.map(({ text, class: name }) => ({
      text: `${text.slice(0, -1)} number ${n} ${randomUUID()}?`,
      class: `${name}-${n}`,
    })),
  ).flat()

test('two companies train concurrently in one process, a third one waits, and the event loop is not blocked', async () => {
  const [one, other, third] = [await foundCompany(db), await foundCompany(db), await foundCompany(db)]
  for (const company of [one, other])
    await readFile(db, await storeText(db, company.companyId, 'UTTERANCES', csv(examplesFor(3))))
  await readFile(db, await storeText(db, third.companyId, 'UTTERANCES', csv(texts)))
  const trainingPool = opened()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const outcomes = await Promise.all([one, other, third].map(({ companyId }) => trainingPool.train(companyId)))
  delay.disable()
  const ms = (nanoseconds: number) => Math.round(nanoseconds / 1e5) / 10
  console.info(`event loop: p50 ${ms(delay.percentile(50))}, p99 ${ms(delay.percentile(99))}, max ${ms(delay.max)} ms`)

  expect(outcomes).toEqual(['trained', 'trained', 'busy'])
  expect(ms(delay.percentile(99))).toBeLessThan(250)
})

test('a training that throws three times fails with its files, and a dead letter gives the reason', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const trainingPool = opened()
  const asOwner = (sql: string) => db.system.query(`begin; set local role none; ${sql}; commit`)
  await asOwner(`
    create function refuse() returns trigger language plpgsql as $$ begin raise disk_full; end $$;
    create trigger refuse before insert on models for each row execute function refuse()`)
  onTestFinished(async () => void (await asOwner('drop function refuse cascade')))
  const fileId = await storeText(db, company.companyId, 'UTTERANCES', csv(texts.slice(0, 60)))
  await readFile(db, fileId)
  for (let attempt = 1; attempt <= 3; attempt++) {
    await makeDue(companyId)
    await expect(trainingPool.train(companyId)).rejects.toThrow()
  }

  expect(await viewOf(company, fileId)).toMatchObject({ status: 'FAILED', fault: { code: 'training_failed' } })
  const { rows } = await db.system.query('select 1 from training_examples where file_id = $1', [fileId])
  expect(rows).toEqual([])
  const { deadLetters } = await inSystem(db, (tx) => listDeadLetters(tx, companyId, { limit: 10 }))
  expect(deadLetters).toMatchObject([{ name: 'train-models', reason: 'postgres_53100', attempts: 3 }])
  expect(deadLetters[0]?.explanation).toContain('Replay: not possible')
  expect(await trainingPool.train(companyId)).toBe('busy')
})

test('a training whose worker crashed three times fails with its files, and reports the reason', async () => {
  const company = await foundCompany(db)
  const fileId = await storeText(db, company.companyId, 'UTTERANCES', csv(texts))
  await readFile(db, fileId)
  await db.system.query('update trainings set attempts = 3 where company_id = $1', [company.companyId])
  await makeDue(company.companyId)

  expect(await opened().train(company.companyId)).toBe('busy')

  expect(await viewOf(company, fileId)).toMatchObject({ status: 'FAILED', fault: { code: 'worker_lost' } })
})

test('a worker killed in the middle of a training leaves no model, and the next one trains', async () => {
  const company = await foundCompany(db)
  const fileId = await storeText(db, company.companyId, 'UTTERANCES', csv(examplesFor(6)))
  const { url, prefix } = testRedis()
  const main = fileURLToPath(new URL('../dist/routing-worker-main.js', import.meta.url))
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: db.url,
    REDIS_URL: url,
    QUEUE_PREFIX: prefix,
    INTERNAL_PORT: '0',
    LOG_LEVEL: 'silent',
  }
  const child: ChildProcess = spawn(process.execPath, [main], { env, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  let seen: FileView | undefined
  await vi.waitFor(
    async () => {
      seen = await viewOf(company, fileId)
      expect(seen.status).toBe('TRAINING')
      expect(seen.progress).toBeGreaterThan(0.3)
    },
    { timeout: 120_000, interval: 50 },
  )
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))

  expect(await modelsOf(company)).toEqual([])
  expect(await opened().train(company.companyId)).toBe('busy')
  await makeDue(company.companyId)
  expect(await opened().train(company.companyId)).toBe('trained')
  expect(await viewOf(company, fileId)).toMatchObject({ status: 'READY', progress: 1 })
  expect(await modelsOf(company)).toHaveLength(1)
})
