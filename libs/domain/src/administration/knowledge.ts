import type { KnowledgeSource, KnowledgeState, KnowledgeView } from '@askline/contracts'
import { knowledge, type RowOf, selectList, statement, type Tx, types } from '@askline/db'
import { and, eq } from 'drizzle-orm'
import { companyClock } from '../clock/company-time.ts'
import { MoveRefusedError, NotFoundError } from '../errors.ts'
import { dateTime } from '../format/dates.ts'
import { idAfter, type PageWish, pageOfSearch, searchWindow } from '../format/page.ts'
import { foldedAnswer, foldedQuestion } from '../knowledge/folded.ts'
import { unlearn, wantTraining } from '../learning/want-training.ts'
import { fold } from '../text/fold.ts'
import { matchesSearch, searchPatterns } from '../views/search-words.ts'

const knowledgeColumns = {
  uuid: knowledge.id,
  question: knowledge.question,
  answer: knowledge.answer,
  class: knowledge.class,
  language: knowledge.language,
  createdAt: knowledge.createdAt,
  updatedAt: knowledge.updatedAt,
  source: knowledge.source,
  fileUuid: knowledge.fileId,
  fileLine: knowledge.fileLine,
  suspendedAt: knowledge.suspendedAt,
  suspendedReason: knowledge.suspendedReason,
}
const knowledgeRow = { ...knowledgeColumns, sources: types.array(types.text), sourceQuestions: types.array(types.text) }

/** SQL of the columns of `knowledgeRow`. $1 is the company. */
const columns = `${selectList(knowledgeColumns, 'knowledge')},
  array(select s.response_id::text from knowledge_sources s where s.knowledge_id = knowledge.id and s.company_id = $1 order by 1) as sources,
  array(select distinct r.question_id::text from knowledge_sources s
    cross join lateral (select question_id from responses where id = s.response_id and company_id = $1 offset 0) r
    where s.knowledge_id = knowledge.id and s.company_id = $1 order by 1) as "sourceQuestions"`

const knowledgeOf = (row: RowOf<typeof knowledgeRow>): KnowledgeView => ({
  uuid: row.uuid,
  question: row.question,
  answer: row.answer,
  class: row.class,
  language: row.language,
  source: row.source,
  file: row.fileUuid === null ? null : { uuid: row.fileUuid, line: row.fileLine ?? 0 },
  sources: row.sources,
  sourceQuestions: row.sourceQuestions,
  suspended:
    row.suspendedAt && row.suspendedReason ? { reason: row.suspendedReason, date: dateTime(row.suspendedAt) } : null,
  dateCreated: dateTime(row.createdAt),
  lastUpdated: dateTime(row.updatedAt),
})

export type KnowledgeFilter = PageWish & {
  /** Words and phrases that all occur in the question or the answer. */
  text?: string | undefined
  state?: KnowledgeState | undefined
  class?: string | undefined
  language?: string | undefined
  source?: KnowledgeSource | undefined
}

/** SQL: the known answers of the company $1 after the position $2, the newest first. */
const inOrder = 'from knowledge where company_id = $1 and ($2::uuid is null or id < $2) order by id desc'
const position = [types.uuid, types.nullable(types.uuid)] as const

const list = statement({
  name: 'admin-list-knowledge',
  plannedFor: 'values',
  params: [
    ...position,
    types.nullable(types.text),
    types.nullable(types.array(types.text)),
    types.nullable(types.text),
    types.nullable(types.text),
    types.nullable(types.text),
    types.int,
  ],
  row: knowledgeRow,
  text: `select ${columns} from (select * ${inOrder} limit ${searchWindow}) knowledge
    where ($3::text is null or class = $3) and ${matchesSearch('folded', '$4')}
      and ($5::text is null or case $5 when 'GIVEN' then suspended_at is null when 'SUSPENDED' then suspended_at is not null
        else suspended_reason = $5 end)
      and ($6::text is null or language = $6) and ($7::text is null or source = $7)
    order by id desc limit $8`,
})

const windowEnd = statement({
  name: 'end-of-knowledge-window',
  plannedFor: 'values',
  params: position,
  row: { uuid: knowledge.id },
  text: `select id as uuid ${inOrder} offset ${searchWindow - 1} limit 1`,
})

/**
 * Returns the known answers of a company that pass the filter, newest first. A page may be short or empty although `nextCursor`
 * continues, because each looks at a limited number of them. Throws InvalidValueError for an invalid cursor.
 */
export async function listKnowledge(
  tx: Tx,
  companyId: string,
  filter: KnowledgeFilter,
): Promise<{ knowledge: KnowledgeView[]; nextCursor: string | null }> {
  const begin = [companyId, idAfter(filter)] as const
  const rows = await tx.query(list, [
    ...begin,
    filter.class ?? null,
    searchPatterns(filter.text),
    filter.state ?? null,
    filter.language ?? null,
    filter.source ?? null,
    filter.limit + 1,
  ])
  const findEnd = () => tx.query(windowEnd, begin)
  const { page, nextCursor } = await pageOfSearch(rows, filter.limit, ({ uuid }) => uuid, findEnd)
  return { knowledge: page.map(knowledgeOf), nextCursor }
}

const one = statement({
  name: 'admin-knowledge',
  params: [types.uuid, types.uuid],
  row: knowledgeRow,
  text: `select ${columns} from knowledge where company_id = $1 and id = $2`,
})

/** One known answer of the company. Throws NotFoundError. */
export async function findKnowledge(tx: Tx, companyId: string, knowledgeId: string): Promise<KnowledgeView> {
  const [row] = await tx.query(one, [companyId, knowledgeId])
  if (!row) throw new NotFoundError('knowledge', knowledgeId)
  return knowledgeOf(row)
}

const given = statement({
  name: 'admin-given-knowledge',
  params: [types.uuid, types.array(types.uuid)],
  row: knowledgeRow,
  text: `select ${columns} from knowledge where company_id = $1 and id = any($2::uuid[]) and suspended_at is null`,
})

/** Returns those of these known answers that exist and are not suspended, in any order. */
export const findGivenKnowledge = async (tx: Tx, companyId: string, knowledgeIds: string[]): Promise<KnowledgeView[]> =>
  (await tx.query(given, [companyId, knowledgeIds])).map(knowledgeOf)

/** Changes of a known answer. Omitted fields keep their value; `null` removes the class or language. */
export type KnowledgeChanges = {
  question?: string | undefined
  answer?: string | undefined
  class?: string | null | undefined
  language?: string | null | undefined
  /** true: not given until it is set back. false: given again, whatever suspended it, but for a person who was forgotten. */
  isSuspended?: boolean | undefined
}

const change = statement({
  name: 'admin-change-knowledge',
  params: [
    types.uuid,
    types.nullable(types.text),
    types.nullable(types.text),
    types.boolean,
    types.nullable(types.text),
    types.boolean,
    types.nullable(types.text),
    types.nullable(types.boolean),
    types.nullable(types.text),
    types.nullable(types.text),
  ],
  row: { id: knowledge.id },
  text: `with ${companyClock}
    update knowledge set question = coalesce($2, question), answer = coalesce($3, answer),
      folded = coalesce($9, ${foldedQuestion}) || e'\\n' || coalesce($10, ${foldedAnswer}),
      class = case when $4 then $5 else class end, language = case when $6 then $7 else language end,
      suspended_at = case when $8::boolean then coalesce(suspended_at, clock.now) when not $8 then null
        else suspended_at end,
      suspended_reason = case when $8::boolean then coalesce(suspended_reason, 'BY_ADMIN') when not $8 then null
        else suspended_reason end,
      updated_at = clock.now
    from clock where knowledge.company_id = $company and id = $1 and (suspended_reason is distinct from 'FORGOTTEN' or $8::boolean is distinct from false)
    returning id`,
})

/** Changes a known answer. Throws NotFoundError, and MoveRefusedError `knowledge_forgotten` where it may never be given again. */
export async function changeKnowledge(
  tx: Tx,
  companyId: string,
  knowledgeId: string,
  changes: KnowledgeChanges,
): Promise<void> {
  const question = changes.question ?? null
  const answer = changes.answer ?? null
  const found = await tx
    .of(companyId)
    .query(change, [
      knowledgeId,
      question,
      answer,
      changes.class !== undefined,
      changes.class ?? null,
      changes.language !== undefined,
      changes.language ?? null,
      changes.isSuspended ?? null,
      question === null ? null : fold(question),
      answer === null ? null : fold(answer),
    ])
  if (found.length === 0) {
    await findKnowledge(tx, companyId, knowledgeId)
    throw new MoveRefusedError(
      'knowledge_forgotten',
      'The known answer came from a forgotten person, so it cannot be used again. Remove it, and add your own.',
    )
  }
  await wantTraining(tx, companyId)
}

/** Removes a known answer, also what models learned of its class. Throws NotFoundError. */
export async function removeKnowledge(tx: Tx, companyId: string, knowledgeId: string): Promise<void> {
  const [gone] = await tx.orm
    .delete(knowledge)
    .where(and(eq(knowledge.companyId, companyId), eq(knowledge.id, knowledgeId)))
    .returning({ class: knowledge.class })
  if (!gone) throw new NotFoundError('knowledge', knowledgeId)
  await tx.of(companyId).query(dropAnswersAbout, [knowledgeId])
  if (gone.class !== null) await unlearn(tx, companyId)
}

// Stored answers to keyed requests hold its question, which nothing connects with the asker any more.
const dropAnswersAbout = statement({
  name: 'drop-answers-about-knowledge',
  params: [types.uuid],
  text: 'delete from idempotency_keys where company_id = $company and question_id = $1',
})
