import type {
  AnswerAbstention,
  AnswerContent,
  AutomaticAnswerResponseView,
  AutomaticAnswerView,
  TextFinding,
} from '@askline/contracts'
import { automaticAnswers, companies, knowledge, newId, statement, type Tx, types } from '@askline/db'
import { companyClock, timeOf } from '../clock/company-time.ts'
import { MoveRefusedError, NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { htmlOf } from '../format/html.ts'
import { wantTraining } from '../learning/want-training.ts'
import { authorView } from '../people/author.ts'
import { weighRecord } from './record.ts'

const knownBody = statement({
  name: 'automatic-answer-body',
  params: [types.uuid, types.uuid],
  row: { body: knowledge.answer },
  text: 'select answer as body from knowledge where company_id = $1 and id = $2 and suspended_at is null',
})
const speaker = statement({
  name: 'automatic-answer-speaker',
  params: [types.uuid],
  row: { name: companies.name, settings: companies.settings },
  text: 'select name, settings from companies where id = $1',
})

async function contentOf(tx: Tx, companyId: string, uuid: string, body: string): Promise<AnswerContent> {
  const [company] = await tx.query(speaker, [companyId])
  const row = { authorId: null, authorKind: 'AUTOMATIC', authorName: null, authorAvatar: null } as const
  const author = authorView(row, company?.name ?? '', { publicUrl: '', avatarHosts: [] })
  return { uuid, body, bodyHtml: htmlOf(body, company?.settings.markdown ?? false), author }
}

/** A known answer in the form in which it is given, under its own uuid; null where it is gone meanwhile. */
export async function viewKnownAnswer(tx: Tx, companyId: string, knowledgeId: string): Promise<AnswerContent | null> {
  const [known] = await tx.query(knownBody, [companyId, knowledgeId])
  return known ? contentOf(tx, companyId, knowledgeId, known.body) : null
}

const abstentions: Record<AnswerAbstention, string> = {
  nothing_known: 'The company has no known answers yet.',
  not_like_anything_known: 'The text shares too little with what is known.',
  another_class: 'The known answer that is most like it belongs to another class of questions.',
  another_language: 'The known answer is in another language than was asked for.',
  too_few_cases:
    'Too few automatic answers were judged so far to say how often they are right. Until then one is given only where nearly the known question is asked.',
  not_sure_enough: 'No known answer is likely enough to be the right one.',
  rejected: 'Askers rejected it too often to be right as often as is asked for. An admin may give it again.',
  withdrawn: 'The known answer was suspended or removed just now.',
}

const suspended = statement({
  name: 'count-suspended-knowledge',
  params: [types.uuid],
  row: { count: types.int },
  text: 'select count(*)::int as count from knowledge where company_id = $1 and suspended_at is not null',
})
const allSuspended = (count: number) =>
  `No known answer is to be given: ${count === 1 ? 'the only one is' : `all ${count} are`} suspended. An admin sees why, and may give again what did not come from a forgotten person.`

const insert = statement({
  name: 'insert-automatic-answer',
  params: [
    types.uuid,
    types.text,
    types.nullable(types.text),
    types.float,
    types.nullable(types.uuid),
    types.nullable(types.uuid),
    types.nullable(types.text),
    types.nullable(types.text),
    types.nullable(types.uuid),
  ],
  row: { id: automaticAnswers.id },
  text: `with ${companyClock}
    insert into automatic_answers (id, company_id, question, predicted_class, confidence, knowledge_id, content_id, body,
      quick_reply, user_id, created_at)
    select $1::uuid, company_id, $2, $3, $4::float8, $5::uuid, $6::uuid, $7, $8, $9::uuid, now from clock
    returning id`,
})

/**
 * Keeps what was asked and found, an answer or none, and yields it as it is given. The content has a uuid of its own, so that
 * feedback under either uuid is on this one answer. `userId`: the user who asked, where one did.
 */
export async function giveAutomaticAnswer(
  tx: Tx,
  companyId: string,
  question: string,
  { predictedClass, knowledgeId, answerConfidence, abstains, because }: TextFinding,
  userId?: string,
): Promise<AutomaticAnswerView> {
  const uuid = newId()
  const [known] = knowledgeId === null ? [] : await tx.query(knownBody, [companyId, knowledgeId])
  const content = known ? await contentOf(tx, companyId, newId(), known.body) : null
  await tx
    .of(companyId)
    .query(insert, [
      uuid,
      question,
      predictedClass,
      answerConfidence,
      content ? knowledgeId : null,
      content?.uuid ?? null,
      content?.body ?? null,
      content ? 'PENDING' : null,
      userId ?? null,
    ])
  if (content) return { uuid, predictedClass, confidence: answerConfidence, content, abstains: null }
  const code = knowledgeId === null ? (abstains ?? 'not_sure_enough') : 'withdrawn'
  const [sleeping] = code === 'nothing_known' ? await tx.query(suspended, [companyId]) : []
  const message = sleeping?.count ? allSuspended(sleeping.count) : (code === abstains && because) || abstentions[code]
  return { uuid, predictedClass, confidence: 0, content, abstains: { code, message } }
}

const lockGiven = statement({
  name: 'lock-automatic-answer',
  params: [types.uuid, types.uuid, types.nullable(types.uuid)],
  row: {
    uuid: automaticAnswers.id,
    knowledgeId: automaticAnswers.knowledgeId,
    contentId: automaticAnswers.contentId,
    body: automaticAnswers.body,
    createdAt: automaticAnswers.createdAt,
    decidedAt: automaticAnswers.decidedAt,
    before: automaticAnswers.quickReply,
  },
  text: `select id as uuid, knowledge_id as "knowledgeId", content_id as "contentId", body, created_at as "createdAt", decided_at as "decidedAt",
      quick_reply as before
    from automatic_answers where company_id = $1 and (id = $2 or content_id = $2)
      and ($3::uuid is null or user_id is null or user_id = $3) for update`,
})
const decide = statement({
  name: 'decide-automatic-answer',
  params: [types.uuid, types.text, types.nullable(types.uuid)],
  row: { decidedAt: automaticAnswers.decidedAt },
  text: `update automatic_answers set quick_reply = $2, user_id = coalesce(user_id, $3), decided_at = ${timeOf('$company')}
    where id = $1 and company_id = $company returning decided_at as "decidedAt"`,
})

export type AnswerFeedback = {
  /** The uuid of the automatic answer, or of its content. */
  uuid: string
  quickReply: 'ACCEPTED' | 'REJECTED'
  userId?: string | undefined
}

/**
 * Keeps what the asker thought of an automatic answer; later confidence moves with it, and what is rejected too often is
 * suspended. The same verdict again changes nothing.
 * `userId`: who judges; what another user asked is not found. Throws NotFoundError, and MoveRefusedError `no_answer_given` or `already_decided`.
 */
export async function judgeAutomaticAnswer(
  tx: Tx,
  companyId: string,
  { uuid, quickReply, userId }: AnswerFeedback,
): Promise<AutomaticAnswerResponseView> {
  const [given] = await tx.query(lockGiven, [companyId, uuid, userId ?? null])
  if (!given) throw new NotFoundError('automatic_answer', uuid)
  if (given.knowledgeId === null || given.contentId === null || given.body === null) {
    throw new MoveRefusedError('no_answer_given', 'This request got no answer, so it cannot get feedback.')
  }
  if (given.before !== 'PENDING' && given.before !== quickReply) {
    throw new MoveRefusedError('already_decided', `The automatic answer was already ${given.before?.toLowerCase()}.`)
  }
  let decided = given.decidedAt
  if (given.before === 'PENDING') {
    decided = (await tx.of(companyId).query(decide, [given.uuid, quickReply, userId ?? null]))[0]?.decidedAt ?? null
    await weighRecord(tx, companyId, given.knowledgeId)
    if (quickReply === 'ACCEPTED') await wantTraining(tx, companyId)
  }
  const content = await contentOf(tx, companyId, given.contentId, given.body)
  return {
    uuid: given.uuid,
    type: 'AutoResponse',
    dateCreated: dateTime(given.createdAt),
    lastUpdated: dateTime(decided ?? given.createdAt),
    author: content.author,
    messages: [content],
    isAccepted: quickReply === 'ACCEPTED',
    rating: null,
    isViewedByUser: true,
    quickReply,
  }
}
