import { createHash } from 'node:crypto'
import {
  experts,
  forgetRequests,
  newId,
  pastAnswers,
  pastQuestions,
  statement,
  type Tx,
  types,
  users,
} from '@askline/db'
import { companyNow } from '../clock/company-time.ts'
import { addressOf } from '../people/address.ts'
import { openBatch, type Place, type RowKeeper } from './row-batches.ts'
import { RowRefusal } from './row-refusal.ts'
import { type PastRow, pastRowOf } from './row-rules.ts'

const tombstones = statement({
  name: 'past-tombstones',
  params: [types.uuid],
  row: { emailHash: forgetRequests.emailHash, at: types.instant },
  text: `select email_hash as "emailHash", max(created_at) as at from forget_requests where company_id = $1 group by email_hash`,
})
const knownPeople = statement({
  name: 'past-people',
  params: [types.uuid, types.array(types.text)],
  row: { id: users.id },
  text: `select id from users where company_id = $1 and address = any($2::text[]) and forgotten_at is null`,
})
const insertQuestions = statement({
  name: 'insert-past-questions',
  params: [types.uuid, types.uuid, types.jsonText],
  row: { id: pastQuestions.id },
  text: `insert into past_questions (id, company_id, file_id, external_id, asked_at, asker_key, text, tags)
    select q.id, $1, $2, q."externalId", q."askedAt", q."askerKey", q.text, array(select jsonb_array_elements_text(q.tags))
    from jsonb_to_recordset($3::jsonb) as q(id uuid, "externalId" text, "askedAt" timestamptz, "askerKey" text, text text, tags jsonb)
    returning id`,
})
const insertAnswers = statement({
  name: 'insert-past-answers',
  params: [types.uuid, types.uuid, types.jsonText],
  row: { id: pastAnswers.id },
  text: `insert into past_answers (id, company_id, question_id, expert_id, answered_at, score, accepted)
    select a.id, $1, a."questionId", a."expertId", a."answeredAt", a.score, a.accepted
    from jsonb_to_recordset($3::jsonb) as a(id uuid, "questionId" uuid, "expertId" uuid, "answeredAt" timestamptz, score int,
      accepted boolean)
    where $2::uuid is not null
    returning id`,
})
// If a person asks under such an address a moment earlier, that row stays, and the answers belong to it.
const insertExperts = statement({
  name: 'insert-past-experts',
  params: [types.uuid, types.jsonText],
  row: { id: experts.userId },
  text: `with person as (
      insert into users (id, company_id, email, address, name, role)
      select p.id, $1, p.email, p.address, '', 'expert' from jsonb_to_recordset($2::jsonb) as p(id uuid, email text, address text)
      on conflict (company_id, address) do nothing returning id, company_id
    )
    insert into experts (user_id, company_id, is_active, availability, languages)
    select id, company_id, false, 'OFFLINE', '{}' from person
    returning user_id as id`,
})
const ownAnswers = statement({
  name: 'own-past-answers',
  params: [types.uuid, types.jsonText],
  text: `update past_answers a set expert_id = u.id
    from jsonb_to_recordset($2::jsonb) as p(id uuid, address text)
    join users u on u.company_id = $1 and u.address = p.address and u.id <> p.id
    where a.company_id = $1 and a.expert_id = p.id`,
})
const countAnswers = statement({
  name: 'count-past-answers',
  params: [types.uuid, types.uuid],
  text: `update experts e set number_of_answers = e.number_of_answers + n.count, changed_at = statement_timestamp()
    from (select a.expert_id, count(*)::int as count from past_answers a join past_questions q on q.id = a.question_id and q.company_id = a.company_id
      where q.company_id = $1 and q.file_id = $2 group by a.expert_id) n
    where e.user_id = n.expert_id and e.company_id = $1`,
})
const knowAskers = statement({
  name: 'know-past-askers',
  params: [types.uuid, types.uuid],
  text: `update past_questions q set asker_id = u.id from users u
    where q.company_id = $1 and q.file_id = $2 and u.company_id = $1 and u.forgotten_at is null
      and q.asker_key = encode(sha256(convert_to(u.company_id::text || ':' || u.address, 'UTF8')), 'hex')`,
})

const keyOf = (companyId: string, person: string) =>
  createHash('sha256')
    .update(`${companyId}:${addressOf(person)}`)
    .digest('hex')

/**
 * Stores uploaded history up to company time. Askers are stored as the hash that tombstones use. Rows from before a person was
 * forgotten are refused. Unknown answerers become inactive experts after the last row. Throws NotFoundError for an unknown
 * company.
 */
export async function keepPast(tx: Tx, place: Place): Promise<RowKeeper> {
  const { companyId, fileId } = place
  const now = await companyNow(tx, companyId)
  const gone = new Map((await tx.query(tombstones, [companyId])).map((row) => [row.emailHash, row.at]))
  const questions = new Map<string, string>()
  const answers = new Set<string>()
  const people = new Map<string, string>()
  const strangers: { id: string; email: string; address: string }[] = []
  const questionRows = openBatch<object>(tx, insertQuestions, place)
  // A batch of answers may fill before the batch of their questions, so the questions are written first.
  const answerRows = openBatch<object>(tx, insertAnswers, place, questionRows.write)

  function refuseForgotten(person: string, at: Date, field: string): string {
    const key = keyOf(companyId, person)
    const since = gone.get(key)
    if (since && at <= since) throw new RowRefusal('person_forgotten', field)
    return key
  }
  async function personOf(email: string): Promise<string> {
    const address = addressOf(email)
    const known = people.get(address)
    if (known) return known
    const [found] = await tx.query(knownPeople, [companyId, [address]])
    const id = found?.id ?? newId()
    people.set(address, id)
    if (!found) strangers.push({ id, email, address })
    return id
  }
  async function questionOf(row: PastRow, askerKey: string | null): Promise<string> {
    const known = questions.get(row.questionId)
    if (known) return known
    const id = newId()
    questions.set(row.questionId, id)
    const { questionId: externalId, askedAt, text, tags } = row
    await questionRows.add({ id, externalId, askedAt, askerKey, text, tags }, text.length)
    return id
  }

  return {
    async keep({ values }) {
      const row = pastRowOf(values, now)
      const askerKey = row.asker === null ? null : refuseForgotten(row.asker, row.askedAt, 'asker')
      if (row.answer) {
        refuseForgotten(row.answer.email, row.answer.answeredAt, 'answererEmail')
        const { answerId, answeredAt, email } = row.answer
        const key = answerId ?? `${row.questionId}\n${addressOf(email)}\n${answeredAt.getTime()}`
        if (answers.has(key)) throw new RowRefusal('duplicate_answer', 'answerId')
        answers.add(key)
      } else if (questions.has(row.questionId)) throw new RowRefusal('duplicate_question', 'questionId')
      const questionId = await questionOf(row, askerKey)
      if (!row.answer) return
      const { answeredAt, email, score, accepted } = row.answer
      const expertId = await personOf(email)
      await answerRows.add({ id: newId(), questionId, expertId, answeredAt, score, accepted }, 200)
    },
    async finish() {
      await questionRows.write()
      await answerRows.write()
      for (let from = 0; from < strangers.length; from += 1_000) {
        const part = JSON.stringify(strangers.slice(from, from + 1_000))
        await tx.query(insertExperts, [companyId, part])
        await tx.query(ownAnswers, [companyId, part])
      }
      await tx.query(countAnswers, [companyId, fileId])
      await tx.query(knowAskers, [companyId, fileId])
    },
  }
}
