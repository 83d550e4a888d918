import type { AutomaticFilter, ListedQuestionView, QuestionStage, QuestionStatus, QuickReply } from '@askline/contracts'
import { categories, questions, type RowOf, statement, type Tx, types, users } from '@askline/db'
import { shownNameOf } from '../companies/shown-name.ts'
import { dateTime } from '../format/dates.ts'
import { changeAfter, changePosition, type PageWish, pageOfSearch, searchWindow } from '../format/page.ts'
import { addressOf } from '../people/address.ts'
import { stageOf } from './question-stage.ts'
import { matchesSearch, searchPatterns } from './search-words.ts'

export type SearchFilter = PageWish & {
  /** Words and phrases that all occur in the question, or all in one message under it. */
  text?: string | undefined
  status?: QuestionStatus | undefined
  stage?: QuestionStage | undefined
  category?: string | undefined
  class?: string | undefined
  language?: string | undefined
  /** Uuid, e-mail address or words of the name of the asker, the holder or a person who answered. */
  person?: string | undefined
  automatic?: AutomaticFilter | undefined
  /** Asked at or after `from` and before `to`, in the company's time. */
  from?: Date | undefined
  to?: Date | undefined
}

/** Most people of a name that a search compares. */
const mostPeople = 200
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const row = {
  id: questions.id,
  subject: questions.subject,
  status: questions.status,
  stage: types.textOf<QuestionStage>(),
  category: categories.name,
  class: questions.predictedClass,
  language: questions.language,
  askerId: questions.askerId,
  askerName: users.name,
  holderId: questions.holderId,
  holderName: types.nullable(users.name),
  numResponses: questions.numResponses,
  automatic: types.nullable(types.textOf<QuickReply>()),
  createdAt: questions.createdAt,
  changedAt: questions.changedAt,
}

/**
 * SQL: the company's questions $1 after the position ($2, $3), the newest change first. The search begins at $4, because no
 * question was asked after its last change. The time of a sandbox runs ahead, so it begins earlier there.
 */
const inOrder = `from questions q where q.company_id = $1 and ($2::timestamptz is null or (q.changed_at, q.id) < ($2, $3::uuid))
  and ($4::timestamptz is null or q.changed_at >= $4 - (select clock_offset from companies where id = $1))
  order by q.changed_at desc, q.id desc`
const position = [
  types.uuid,
  types.nullable(types.instant),
  types.nullable(types.uuid),
  types.nullable(types.instant),
] as const

/** SQL: how the automatic answer of `q` was taken; null without one. */
const automaticOf = `(select r.quick_reply from responses r where r.question_id = q.id and r.company_id = q.company_id and r.type = 'AutoResponse'
  order by r.created_at desc limit 1)`

const search = statement({
  name: 'search-questions',
  plannedFor: 'values',
  params: [
    ...position,
    types.nullable(types.instant),
    types.nullable(types.text),
    types.nullable(types.text),
    types.nullable(types.text),
    types.nullable(types.text),
    types.nullable(types.text),
    types.nullable(types.text),
    types.nullable(types.array(types.uuid)),
    types.nullable(types.array(types.text)),
    types.int,
  ],
  row,
  // Each row of the window is judged by itself, in order, so that a full page ends the search. A fence of offset 0 keeps it so.
  text: `with found as materialized (
      select q.* from (select q.* ${inOrder} limit ${searchWindow}) q
      where ($4::timestamptz is null or q.created_at >= $4) and ($5::timestamptz is null or q.created_at < $5)
        and ($6::text is null or q.status = $6) and ($7::text is null or ${stageOf} = $7)
        and ($8::text is null or q.category_id = (select id from categories where company_id = $1 and name = $8))
        and ($9::text is null or q.predicted_class = $9)
        and ($10::text is null or q.language = $10)
        and ($11::text is null or coalesce(${automaticOf}, 'NONE') = $11 or ($11 = 'GIVEN' and ${automaticOf} is not null))
        and ($12::uuid[] is null or q.asker_id = any($12) or q.holder_id = any($12)
          or exists (select 1 from responses s where s.question_id = q.id and s.company_id = q.company_id and s.author_id = any($12) offset 0))
        and (${matchesSearch('q.folded', '$13')}
          or exists (select 1 from messages m where m.question_id = q.id and m.company_id = q.company_id and m.type = 'MESSAGE' and ${matchesSearch('m.folded', '$13')} offset 0))
      limit $14
    )
    select q.id, q.subject, q.status, ${stageOf} as stage, k.name as category, q.predicted_class as class, q.language,
      q.asker_id as "askerId", ${shownNameOf('a')} as "askerName", q.holder_id as "holderId", ${shownNameOf('h')} as "holderName",
      q.num_responses as "numResponses", ${automaticOf} as automatic, q.created_at as "createdAt", q.changed_at as "changedAt"
    from found q join users a on a.id = q.asker_id and a.company_id = q.company_id join categories k on k.id = q.category_id and k.company_id = q.company_id left join users h on h.id = q.holder_id and h.company_id = q.company_id
    order by q.changed_at desc, q.id desc`,
})

const windowEnd = statement({
  name: 'end-of-search-window',
  plannedFor: 'values',
  params: position,
  row: { changedAt: questions.changedAt, id: questions.id },
  text: `select q.changed_at as "changedAt", q.id ${inOrder} offset ${searchWindow - 1} limit 1`,
})

const people = statement({
  name: 'people-like',
  params: [types.uuid, types.nullable(types.uuid), types.text, types.array(types.text)],
  row: { id: users.id },
  text: `select id from users where company_id = $1 and (id = $2 or address = $3 or folded like all($4))
    order by id desc limit ${mostPeople}`,
})

/**
 * Returns the company's questions that pass the filter, the last changed first. A page may be short or empty although
 * `nextCursor` continues, because each looks at a limited number of questions. Throws InvalidValueError for a foreign cursor.
 */
export async function searchQuestions(
  tx: Tx,
  companyId: string,
  filter: SearchFilter,
): Promise<{ questions: ListedQuestionView[]; nextCursor: string | null }> {
  const after = changeAfter(filter)
  const begin = [companyId, after?.changedAt ?? null, after?.id ?? null, filter.from ?? null] as const
  const person = filter.person?.trim() ?? ''
  const named = searchPatterns(person)
  const id = uuid.test(person) ? person : null
  const ids = named && (await tx.query(people, [companyId, id, addressOf(person), named])).map(({ id }) => id)
  const found = await tx.query(search, [
    ...begin,
    filter.to ?? null,
    filter.status ?? null,
    filter.stage ?? null,
    filter.category ?? null,
    filter.class ?? null,
    filter.language ?? null,
    filter.automatic ?? null,
    ids,
    searchPatterns(filter.text),
    filter.limit + 1,
  ])
  const findEnd = () => tx.query(windowEnd, begin)
  const { page, nextCursor } = await pageOfSearch(found, filter.limit, changePosition, findEnd)
  return { questions: page.map(viewOf), nextCursor }
}

const viewOf = (found: RowOf<typeof row>): ListedQuestionView => ({
  uuid: found.id,
  subject: found.subject,
  status: found.status,
  stage: found.stage,
  category: found.category,
  class: found.class,
  language: found.language,
  asker: { uuid: found.askerId, name: found.askerName },
  holder:
    found.holderId === null || found.holderName === null ? null : { uuid: found.holderId, name: found.holderName },
  numResponses: found.numResponses,
  automatic: found.automatic,
  dateCreated: dateTime(found.createdAt),
  dateChanged: dateTime(found.changedAt),
})
