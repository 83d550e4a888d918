import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import type { FileType, FileView, ModelView } from '@askline/contracts'
import { inSystem } from '@askline/db'
import {
  addKnowledge,
  changeTrainingSettings,
  chunkBytes,
  confirmAutoResponse,
  endUnlearned,
  erasePerson,
  findFile,
  findForgetReceipt,
  findModel,
  forgetPerson,
  giveAutomaticAnswer,
  judgeAutomaticAnswer,
  listDeadLetters,
  listModels,
  openInspection,
  pinModel,
  readFile,
  relabelQuestion,
  removeFile,
  removeKnowledge,
  respondAutomatically,
  rollBackModel,
  storeFile,
  unpinModel,
  wantTraining,
} from '@askline/domain'
import { openTestDatabase, testRedis } from '@askline/testing'
import { classify } from '@askline/text'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildEvidenceBook } from '../src/evidence/evidence-book.ts'
import { buildTextBook } from '../src/text/text-book.ts'
import { buildTrainer } from '../src/text/trainer.ts'
import { openSchool } from '../src/training/train-company.ts'
import { anybody, foundCompany, type TestCompany } from './company.ts'

// Trainings yield to everything else of the machine.
vi.setConfig({ testTimeout: 60_000 })

const db = await openTestDatabase()

async function* inPieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}

async function store({ companyId }: TestCompany, type: FileType, text: string): Promise<string> {
  const bytes = Buffer.from(text)
  const inspection = openInspection()
  inspection.look(bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { companyId, type, name: 'a.csv', format: inspection.finish(type), sha256, sizeBytes: bytes.length }
  const uploader = { kind: 'admin', id: randomUUID() }
  return (await inSystem(db, (tx) => storeFile(tx, { ...file, uploader, chunks: inPieces(bytes) }))).fileId
}
const viewOf = ({ companyId }: TestCompany, fileId: string): Promise<FileView> =>
  inSystem(db, (tx) => findFile(tx, companyId, fileId))
const modelsOf = async ({ companyId }: TestCompany): Promise<ModelView[]> =>
  (await inSystem(db, (tx) => listModels(tx, companyId, { limit: 100 }))).models
const running = async (company: TestCompany) => (await modelsOf(company)).find((model) => model.isRunning)?.version

function opened() {
  const school = openSchool(db)
  onTestFinished(() => school.close())
  return school
}
function openedBook() {
  const trainer = buildTrainer()
  onTestFinished(() => trainer.close())
  return buildTextBook(db, trainer)
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
const csv = (rows: { text: string; class: string }[]) =>
  `text,class\n${rows.map((row) => `${row.text},${row.class}`).join('\n')}\n`
const shifted = (rows: typeof texts) => {
  const names = Object.keys(topics)
  return rows.map(({ text }, at) => ({ text, class: names[at % names.length] ?? '' }))
}

async function learn(company: TestCompany, school: ReturnType<typeof opened>, text: string): Promise<FileView> {
  const fileId = await store(company, 'UTTERANCES', text)
  await readFile(db, fileId)
  await school.train(company.companyId)
  return viewOf(company, fileId)
}

/** A second ago: a moment is kept in whole ms, which may round it up to one that is yet to come. */
const makeDue = (companyId: string) =>
  db.system.query(`update trainings set due_at = clock_timestamp() - interval '1 s' where company_id = $1`, [companyId])

const begun = ({ companyId }: TestCompany) =>
  vi.waitFor(async () => {
    const { rows } = await db.system.query('select 1 from trainings where company_id = $1 and began_at is not null', [
      companyId,
    ])
    expect(rows).toHaveLength(1)
  })

/** What may have become of the bytes of a model. */
const harms = {
  incomplete: 'delete from model_chunks where company_id = $1',
  damaged:
    'update model_chunks set bytes = set_byte(bytes, 0, get_byte(bytes, 0) # 255) where company_id = $1 and seq = 0',
}

test.each(Object.entries(harms))(
  'a running model whose bytes are %s is replaced, compared with nothing',
  async (_, harm) => {
    const company = await foundCompany(db)
    const school = opened()
    await learn(company, school, csv(texts))
    await db.system.query(harm, [company.companyId])
    await learn(company, school, csv([{ text: 'How do I freeze my plastic card?', class: 'card' }]))

    const [model] = await modelsOf(company)
    expect(model).toMatchObject({ version: 2, verdict: 'FIRST', isRunning: true, comparedWith: null })
  },
)

test('a file becomes a model, which every worker reads texts with', async () => {
  const company = await foundCompany(db)
  const book = openedBook()
  await book.open(company.companyId)
  const file = await learn(company, opened(), csv(texts))
  await book.refresh()

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
  const read = (await book.open(company.companyId)).read({ text: 'May I block my contactless chip card?' })
  expect(read).toMatchObject({ predictedClass: 'card', modelVersion: '1' })
})

test('a version tells which precisions it can promise, how often it then predicts, and why it abstains from others', async () => {
  const [enough, few] = [await foundCompany(db), await foundCompany(db)]
  const school = opened()
  // Every third example has the class of another: no confidence is right so often as .98.
  const muddled = texts.map((one, at) => (at % 3 === 0 ? (shifted(texts)[at] ?? one) : one))
  await learn(enough, school, csv(muddled))
  await learn(few, school, csv(texts.filter((_, at) => at % 4 === 0)))
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
    abstains: 'precision_out_of_reach',
    message: expect.stringMatching(/^By 120 held-out examples .* at most \d\d(\.\d)? % .*, and 98 % is asked for\.$/u),
  })
  const { abstains, message } = (await rulesOf(few)).at(0) ?? {}
  expect(abstains).toBe('too_few_cases')
  expect(message).toBe('There are 30 held-out examples, and 60 are needed to promise any precision.')
})

test('too little to learn from makes no model, and the file is ready without one', async () => {
  const company = await foundCompany(db)
  const file = await learn(company, opened(), 'text,class\nOne?,a\nTwo?,b\n')

  expect(file).toMatchObject({ status: 'READY', heldOutAccuracy: null, modelUuid: null })
  expect(await modelsOf(company)).toEqual([])
})

test('a file says what of it is not learned', async () => {
  const company = await foundCompany(db)
  const school = opened()
  const alone = await learn(company, school, csv(texts.slice(0, 10)))
  const more = [
    { text: 'HOW do I change my card!', class: 'card' },
    { text: 'How do I stop my card?', class: 'loan' },
    { text: 'Refund?', class: 'refund' },
  ]
  const file = await learn(company, school, csv([...texts, ...more]))

  expect(alone.notes?.map(({ code, count }) => [code, count])).toEqual([['one_class', 1]])
  expect(file.notes?.map(({ code, count }) => [code, count])).toEqual([
    ['classes_too_small', 1],
    ['rows_repeated', 1],
    ['texts_of_several_classes', 1],
  ])
  expect(file.notes?.[1]?.message).toMatch(/^Rows that .*: 1\. They count once\.$/u)
})

test('a model that is worse than the running one does not replace it, unless the company wants that', {
  timeout: 60_000,
}, async () => {
  const company = await foundCompany(db)
  const school = opened()
  await learn(company, school, csv(texts))
  const wrong = shifted(texts)
  await learn(company, school, csv([...wrong, ...wrong, ...wrong]))
  const [second] = await modelsOf(company)
  expect(second).toMatchObject({
    version: 2,
    verdict: expect.stringMatching(/WORSE/),
    comparedWith: { cases: expect.any(Number) },
  })

  await inSystem(db, (tx) => changeTrainingSettings(tx, company.companyId, { replace: 'BY_HAND' }))
  await learn(company, school, csv([{ text: 'By hand?', class: 'card' }]))
  expect((await modelsOf(company))[0]).toMatchObject({ version: 3, verdict: 'BY_HAND', isRunning: false })
  await inSystem(db, (tx) => changeTrainingSettings(tx, company.companyId, { replace: 'ALWAYS' }))
  await learn(company, school, csv([{ text: 'Always?', class: 'card' }]))
  expect((await modelsOf(company))[0]).toMatchObject({ version: 4, verdict: 'ALWAYS', isRunning: true })
})

test('a worse model is told from a better one on examples that neither had learned from', async () => {
  const company = await foundCompany(db)
  const school = opened()
  await learn(company, school, csv(texts))
  // Whoever spoils the same texts spoils what is learned: the running model still knows better.
  await db.system.query(
    `update training_examples set class = (array['card', 'loan', 'transfer'])[1 + (id % 3)]
      where company_id = $1 and id % 2 = 0`,
    [company.companyId],
  )
  await inSystem(db, (tx) => wantTraining(tx, company.companyId, { now: true }))
  await school.train(company.companyId)

  const [second] = await modelsOf(company)
  expect(second?.comparedWith?.cases).toBe(120)
  const { accuracy = 0, runningAccuracy = 0 } = second?.comparedWith ?? {}
  expect(second?.verdict).toBe(accuracy < runningAccuracy - 0.01 ? 'WORSE' : 'NOT_WORSE')
  expect(second?.isRunning).toBe(second?.verdict === 'NOT_WORSE')
})

test('versions are pinned, unpinned and rolled back, each in one call, and workers follow', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const school = opened()
  const book = openedBook()
  for (const more of [[], [{ text: 'Where is it?', class: 'card' }], [{ text: 'Who is it?', class: 'loan' }]]) {
    await learn(company, school, csv([...texts, ...more]))
  }
  const version = async () => {
    await book.refresh()
    return (await book.open(companyId)).read({ text: 'How do I block my card?' }).modelVersion
  }
  expect([await running(company), await version()]).toEqual([3, '3'])

  expect(await company.run((tx) => rollBackModel(tx, companyId))).toMatchObject({ version: 2, isPinned: true })
  expect([await running(company), await version()]).toEqual([2, '2'])
  await learn(company, school, csv([...texts, { text: 'Pinned?', class: 'card' }]))
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

test('going back goes to what ran before, and what was gone back from does not return', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const school = opened()
  await inSystem(db, (tx) => changeTrainingSettings(tx, companyId, { replace: 'ALWAYS' }))
  for (const text of ['Where?', 'Who?', 'When?']) await learn(company, school, csv([...texts, { text, class: 'card' }]))
  const [third, , first] = await modelsOf(company)
  for (const model of [first, third]) await company.run((tx) => pinModel(tx, companyId, model?.uuid ?? ''))
  const goBack = async () => (await company.run((tx) => rollBackModel(tx, companyId))).version

  expect(await goBack()).toBe(1)
  await company.run((tx) => unpinModel(tx, companyId, first?.uuid ?? ''))
  await learn(company, school, csv([...texts, { text: 'Why?', class: 'card' }]))
  expect(await running(company)).toBe(4)
  expect(await goBack()).toBe(1)
  expect(await goBack()).toBe(2)
  await expect(goBack()).rejects.toMatchObject({ code: 'no_earlier_model' })
})

test('of several trainers one trains, and one whose training was taken over keeps nothing', async () => {
  const company = await foundCompany(db)
  const fileId = await store(company, 'UTTERANCES', csv(texts))
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

test('what is asked for during a training is trained afterwards', async () => {
  const company = await foundCompany(db)
  const school = opened()
  const fileId = await store(company, 'UTTERANCES', csv(texts))
  await readFile(db, fileId)
  const training = school.train(company.companyId)
  await begun(company)
  await inSystem(db, (tx) => wantTraining(tx, company.companyId))
  await training

  expect(await school.train(company.companyId)).toBe('trained')
  expect(await school.train(company.companyId)).toBe('busy')
})

test('a class that somebody gives a question counts at once, and is learned', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const school = opened()
  const book = openedBook()
  await learn(company, school, csv(texts))
  const text = 'My plastic thing with the interest?'
  const questionId = await company.ask({ text })
  const before = (await book.open(companyId)).read({ text }).predictedClass
  const dora = { kind: 'agent', userId: company.ada, companyId } as const
  for (const name of ['loan', 'transfer']) {
    await company.run((tx) => relabelQuestion(tx, dora, { questionId, class: name }))
  }
  await book.refresh()
  const after = (await book.open(companyId)).read({ text })
  const { rows } = await db.system.query('select class, text from training_examples where question_id = $1', [
    questionId,
  ])

  expect(rows).toEqual([{ class: 'transfer', text: null }])
  expect(after.modelVersion).toBe('1')
  expect([before, after.predictedClass]).not.toEqual([before, 'card'])
  await makeDue(companyId)
  await school.train(companyId)
  expect((await modelsOf(company))[0]).toMatchObject({ version: 2, examples: 121 })
})

test('uploaded history is evidence: who resolved such questions before is ranked for the next', async () => {
  const company = await foundCompany(db)
  const email = `nova-${randomUUID()}@example.com`
  await company.hire()
  const nova = await company.hire({ email })
  const book = buildEvidenceBook(db)
  await book.load(company.companyId)
  expect(book.questions).toBe(0)
  const rows = verbs.map(
    (verb, n) =>
      `q${n},2026-01-0${n + 1},u${n},How do I ${verb} my mortgage?,loan,a${n},2026-01-0${n + 1}T01:00:00Z,${email},3,true`,
  )
  const header = 'questionId,askedAt,asker,text,tags,answerId,answeredAt,answererEmail,score,accepted'
  const fileId = await store(company, 'HISTORY', [header, ...rows].join('\n'))
  expect(await readFile(db, fileId)).toBe('read')

  await vi.waitFor(async () => {
    await book.refresh()
    expect(book.questions).toBe(8)
  })
  const evidence = book.find(company.companyId)
  const ranked = evidence?.rank({ text: 'Whom do I ask about a mortgage?' }, evidence.roster.free(anybody), 2)
  expect(ranked?.[0]?.expertId).toBe(nova)
})

test('a class whose known answer an asker accepts in a conversation counts at once and is learned, until the asker is forgotten', {
  timeout: 60_000,
}, async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const school = opened()
  const [book, other] = [openedBook(), openedBook()]
  await learn(company, school, csv(texts))
  const text = 'My plastic thing with the interest?'
  const known = [{ question: 'What of plastic things?', answer: 'Ask the recipient.', class: 'transfer' }]
  const [sourceId = ''] = (await company.run((tx) => addKnowledge(tx, { companyId, answers: known }))).knowledgeIds
  // Only what the asker says shall want a training.
  await db.system.query('delete from trainings where company_id = $1', [companyId])
  const decided = async (quickReply: 'ACCEPTED' | 'REJECTED') => {
    const questionId = await company.ask({ text })
    await company.run(async (tx) => {
      const system = { kind: 'system', companyId } as const
      const answer = { text: 'Ask the recipient.', sourceId, confidence: 1 }
      const { responseId } = await respondAutomatically(tx, system, questionId, answer)
      await confirmAutoResponse(tx, { kind: 'user', userId: company.ada, companyId }, { responseId, quickReply })
    })
    for (const one of [book, other]) await one.refresh()
  }
  const trained = async () => {
    await makeDue(companyId)
    expect(await school.train(companyId)).toBe('trained')
    return (await modelsOf(company))[0]
  }
  const likeliest = () =>
    Promise.all(
      [book, other].map(async (one) => {
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
  const school = opened()
  await learn(company, school, csv(texts))
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
  expect(await school.train(companyId)).toBe('trained')
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

test('a stale model that runs while nobody trains another is replaced all the same', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const school = opened()
  await learn(company, school, csv(texts))
  await db.system.query('update models set is_stale = true where company_id = $1', [companyId])
  await db.system.query(
    `update trainings set due_at = null, wanted_at = clock_timestamp() - interval '11 minutes' where company_id = $1`,
    [companyId],
  )
  await inSystem(db, (tx) => endUnlearned(tx, companyId))

  expect(await school.train(companyId)).toBe('trained')
  expect((await modelsOf(company))[0]).toMatchObject({ version: 2, verdict: 'ERASED', isRunning: true })
})

test('a model without erased words is none of what the rule has refused', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const school = opened()
  const known = [{ question: 'Is my card of plastic?', answer: 'Yes.', class: 'card' }]
  const [gone = ''] = (await company.run((tx) => addKnowledge(tx, { companyId, answers: known }))).knowledgeIds
  await learn(company, school, csv(texts))
  await inSystem(db, (tx) => changeTrainingSettings(tx, companyId, { replace: 'BY_HAND' }))
  await learn(company, school, csv(shifted(texts)))
  expect(await running(company)).toBe(1)

  await company.run((tx) => removeKnowledge(tx, companyId, gone))
  await makeDue(companyId)
  expect(await school.train(companyId)).toBe('trained')

  expect((await modelsOf(company))[0]).toMatchObject({
    version: 3,
    verdict: 'ERASED',
    isRunning: true,
    isStale: false,
    examples: 120,
    accuracy: expect.closeTo(1, 0),
  })
})

test('what a removed file taught is unlearned, however well the running model does', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const school = opened()
  const book = openedBook()
  const wrong = await learn(company, school, csv(shifted(texts).slice(0, 60)))
  const right = await learn(company, school, csv(texts))
  const remove = async ({ uuid }: FileView) => {
    await company.run((tx) => removeFile(tx, companyId, uuid))
    expect((await modelsOf(company)).filter((model) => !model.isStale)).toEqual([])
    return school.train(companyId)
  }

  expect(await remove(right)).toBe('trained')
  expect((await modelsOf(company))[0]).toMatchObject({ version: 3, examples: 60, verdict: 'ERASED', isRunning: true })
  expect(await remove(wrong)).toBe('too-little')
  expect(await running(company)).toBeUndefined()
  expect((await book.open(companyId)).read({ text: 'How do I block my card?' }).predictedClass).toBeNull()
})

const many = Array.from({ length: 6 }, (_, n) =>
  texts.map(({ text, class: name }) => ({
    text: `${text.slice(0, -1)} number ${n} ${randomUUID()}?`,
    class: `${name}-${n % 8}`,
  })),
).flat()

test('two companies train at once in one process, a third waits, and the event loop goes on', async () => {
  const [one, other, third] = [await foundCompany(db), await foundCompany(db), await foundCompany(db)]
  for (const company of [one, other]) await readFile(db, await store(company, 'UTTERANCES', csv(many)))
  await readFile(db, await store(third, 'UTTERANCES', csv(texts)))
  const school = opened()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const outcomes = await Promise.all([one, other, third].map(({ companyId }) => school.train(companyId)))
  delay.disable()
  const ms = (nanoseconds: number) => Math.round(nanoseconds / 1e5) / 10
  console.info(`event loop: p50 ${ms(delay.percentile(50))}, p99 ${ms(delay.percentile(99))}, max ${ms(delay.max)} ms`)

  expect(outcomes).toEqual(['trained', 'trained', 'busy'])
  expect(ms(delay.percentile(99))).toBeLessThan(250)
})

test('a training that throws three times fails with its files, and a dead letter says why', async () => {
  const company = await foundCompany(db)
  const { companyId } = company
  const school = opened()
  const asOwner = (sql: string) => db.system.query(`begin; set local role none; ${sql}; commit`)
  await asOwner(`
    create function refuse() returns trigger language plpgsql as $$ begin raise disk_full; end $$;
    create trigger refuse before insert on models for each row execute function refuse()`)
  onTestFinished(async () => void (await asOwner('drop function refuse cascade')))
  const fileId = await store(company, 'UTTERANCES', csv(texts.slice(0, 60)))
  await readFile(db, fileId)
  for (let attempt = 1; attempt <= 3; attempt++) {
    await makeDue(companyId)
    await expect(school.train(companyId)).rejects.toThrow()
  }

  expect(await viewOf(company, fileId)).toMatchObject({ status: 'FAILED', fault: { code: 'training_failed' } })
  const { rows } = await db.system.query('select 1 from training_examples where file_id = $1', [fileId])
  expect(rows).toEqual([])
  const { deadLetters } = await inSystem(db, (tx) => listDeadLetters(tx, companyId, { limit: 10 }))
  expect(deadLetters).toMatchObject([{ name: 'train-models', reason: 'postgres_53100', attempts: 3 }])
  expect(deadLetters[0]?.says).toContain('Replay: not possible')
  expect(await school.train(companyId)).toBe('busy')
})

test('a training whose worker was lost three times fails with its files, and says so', async () => {
  const company = await foundCompany(db)
  const fileId = await store(company, 'UTTERANCES', csv(texts))
  await readFile(db, fileId)
  await db.system.query('update trainings set attempts = 3 where company_id = $1', [company.companyId])
  await makeDue(company.companyId)

  expect(await opened().train(company.companyId)).toBe('busy')

  expect(await viewOf(company, fileId)).toMatchObject({ status: 'FAILED', fault: { code: 'worker_lost' } })
})

test('a worker killed in the middle of a training leaves no model, and the next one trains', async () => {
  const company = await foundCompany(db)
  const fileId = await store(company, 'UTTERANCES', csv(many))
  const { url, prefix } = testRedis()
  const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: db.url,
    REDIS_URL: url,
    QUEUE_PREFIX: prefix,
    HEALTH_PORT: '0',
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
    { timeout: 60_000, interval: 50 },
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
