import type { KnowledgeSource, KnowledgeSuspension, KnowledgeView } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'
import { MoveRefusedError, NotFoundError } from '../errors.ts'
import { unlearn, wantTraining } from '../learning/want-training.ts'
import { dateTime } from '../views/dates.ts'
import { idAfter, type PageWish, pageOf } from '../views/page.ts'

type KnowledgeRow = {
  uuid: string
  question: string
  answer: string
  class: string | null
  language: string | null
  source: KnowledgeSource
  fileUuid: string | null
  fileLine: number | null
  sources: string[]
  suspendedAt: Date | null
  suspendedReason: KnowledgeSuspension | null
  createdAt: Date
  updatedAt: Date
}

const columns = `id as uuid, question, answer, class, language, created_at as "createdAt", updated_at as "updatedAt", source,
  file_id as "fileUuid", file_line as "fileLine", suspended_at as "suspendedAt", suspended_reason as "suspendedReason",
  array(select s.response_id::text from knowledge_sources s where s.knowledge_id = knowledge.id order by 1) as sources`

const knowledgeOf = (row: KnowledgeRow): KnowledgeView => ({
  uuid: row.uuid,
  question: row.question,
  answer: row.answer,
  class: row.class,
  language: row.language,
  source: row.source,
  file: row.fileUuid === null ? null : { uuid: row.fileUuid, line: row.fileLine ?? 0 },
  sources: row.sources,
  suspended:
    row.suspendedAt && row.suspendedReason ? { reason: row.suspendedReason, date: dateTime(row.suspendedAt) } : null,
  dateCreated: dateTime(row.createdAt),
  lastUpdated: dateTime(row.updatedAt),
})

const list: Statement = {
  name: 'admin-list-knowledge',
  text: `select ${columns} from knowledge where company_id = $1 and ($2::uuid is null or id < $2)
      and ($3::text is null or class = $3)
    order by id desc limit $4`,
}

/** What a company knows, newest first, or the answers of one class. Throws InvalidValueError for an invalid cursor. */
export async function listKnowledge(
  tx: Tx,
  companyId: string,
  wish: PageWish & { class?: string | undefined },
): Promise<{ knowledge: KnowledgeView[]; nextCursor: string | null }> {
  const rows = await tx.query<KnowledgeRow>(list, [companyId, idAfter(wish), wish.class ?? null, wish.limit + 1])
  const { page, nextCursor } = pageOf(rows, wish.limit, ({ uuid }) => uuid)
  return { knowledge: page.map(knowledgeOf), nextCursor }
}

const one: Statement = {
  name: 'admin-knowledge',
  text: `select ${columns} from knowledge where company_id = $1 and id = $2`,
}

/** One known answer of the company. Throws NotFoundError. */
export async function findKnowledge(tx: Tx, companyId: string, knowledgeId: string): Promise<KnowledgeView> {
  const [row] = await tx.query<KnowledgeRow>(one, [companyId, knowledgeId])
  if (!row) throw new NotFoundError('knowledge', knowledgeId)
  return knowledgeOf(row)
}

/** What is missing stays; null takes a class or language away. */
export type KnowledgeChanges = {
  question?: string | undefined
  answer?: string | undefined
  class?: string | null | undefined
  language?: string | null | undefined
  /** true: not given until it is set back. false: given again, whatever suspended it, but for a person who was forgotten. */
  isSuspended?: boolean | undefined
}

const change: Statement = {
  name: 'admin-change-knowledge',
  text: `update knowledge set question = coalesce($3, question), answer = coalesce($4, answer),
      class = case when $5 then $6 else class end, language = case when $7 then $8 else language end,
      suspended_at = case $9::boolean when true then coalesce(suspended_at, company_now($1)) when false then null
        else suspended_at end,
      suspended_reason = case $9::boolean when true then coalesce(suspended_reason, 'BY_ADMIN') when false then null
        else suspended_reason end,
      updated_at = company_now($1)
    where company_id = $1 and id = $2 and (suspended_reason is distinct from 'FORGOTTEN' or $9::boolean is distinct from false)
    returning id`,
}

/** Changes a known answer. Throws NotFoundError, and MoveRefusedError `knowledge_forgotten` where it may never be given again. */
export async function changeKnowledge(
  tx: Tx,
  companyId: string,
  knowledgeId: string,
  changes: KnowledgeChanges,
): Promise<void> {
  const found = await tx.query(change, [
    companyId,
    knowledgeId,
    changes.question?.trim() ?? null,
    changes.answer?.trim() ?? null,
    changes.class !== undefined,
    changes.class ?? null,
    changes.language !== undefined,
    changes.language ?? null,
    changes.isSuspended ?? null,
  ])
  if (found.length === 0) {
    await findKnowledge(tx, companyId, knowledgeId)
    throw new MoveRefusedError(
      'knowledge_forgotten',
      'It came from a person who was forgotten, and is not given again: remove it, and add what you know yourselves',
    )
  }
  await wantTraining(tx, companyId)
}

const remove: Statement = {
  name: 'admin-remove-knowledge',
  text: 'delete from knowledge where company_id = $1 and id = $2 returning class',
}

/** Removes a known answer, also what models learned of its class. Throws NotFoundError. */
export async function removeKnowledge(tx: Tx, companyId: string, knowledgeId: string): Promise<void> {
  const [gone] = await tx.query<{ class: string | null }>(remove, [companyId, knowledgeId])
  if (!gone) throw new NotFoundError('knowledge', knowledgeId)
  if (gone.class !== null) await unlearn(tx, companyId)
}
