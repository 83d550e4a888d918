import { pastQuestions, type RowOf, statement, type Tx, types } from '@askline/db'
import { epochMs } from '@askline/domain/clock/milliseconds'

/** A question of uploaded history in the form that a ranker learns. Times as in ResolvedEvidence. */
export type PastEvidence = {
  /** The same question in two files has the same id. */
  questionId: string
  askerId?: string
  text: string
  tags: string[]
  askedAt: number
  answers: { expertId: string; answeredAt: number; accepted: boolean; score?: number }[]
}

const pastRow = {
  id: pastQuestions.id,
  questionId: types.text,
  askerId: types.nullable(types.text),
  text: pastQuestions.text,
  tags: pastQuestions.tags,
  askedAt: types.float,
  answers: types.json<PastEvidence['answers']>(),
  at: pastQuestions.askedAt,
} as const

const pastPage = statement({
  name: 'past-evidence',
  params: [types.uuid, types.nullable(types.instant), types.nullable(types.uuid), types.int],
  row: pastRow,
  text: `select q.id, 'past ' || q.external_id as "questionId", coalesce(q.asker_id::text, q.asker_key) as "askerId", q.text, q.tags,
    ${epochMs('q.asked_at')}::float8 as "askedAt", (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('expertId', a.expert_id,
        'answeredAt', ${epochMs('a.answered_at')}, 'accepted', a.accepted, 'score', a.score)) order by a.answered_at), '[]') from past_answers a where a.question_id = q.id and a.company_id = q.company_id
    ) as answers, q.asked_at as "at"
    from past_questions q
    where q.company_id = $1 and ($2::timestamptz is null or (q.asked_at, q.id) > ($2, $3::uuid))
    order by q.asked_at, q.id limit $4`,
})
const tooOld = statement({
  name: 'too-old-past',
  params: [types.uuid, types.int],
  row: { id: pastQuestions.id, at: pastQuestions.askedAt },
  text: 'select id, asked_at as at from past_questions where company_id = $1 order by asked_at desc, id desc offset $2 limit 1',
})
type PastRow = RowOf<typeof pastRow>

/** Reads the newest `most` questions of a company's uploaded history page by page, oldest first. */
export async function* readPastEvidence(
  run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  companyId: string,
  { most, chunk }: { most: number; chunk: number },
): AsyncGenerator<PastEvidence[]> {
  // The first page starts after the newest question beyond the limit.
  let [last] = await run((tx) => tx.query(tooOld, [companyId, most]))
  for (let left = most; left > 0; left -= chunk) {
    const size = Math.min(chunk, left)
    const { at, id }: { at?: Date; id?: string } = last ?? {}
    const page: PastRow[] = await run((tx) => tx.query(pastPage, [companyId, at ?? null, id ?? null, size]))
    if (page.length > 0) yield page.map(learnable)
    if (page.length < size) return
    last = page.at(-1)
  }
}

const learnable = ({ askerId, ...question }: PastRow): PastEvidence =>
  askerId === null ? question : { ...question, askerId }
