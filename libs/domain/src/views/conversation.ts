import { limits, type MessageView } from '@askline/contracts'
import { statement, type Tx, types } from '@askline/db'
import { byQuestion } from '../by-question.ts'
import { cursorBefore } from '../format/page.ts'
import { type MessageRow, messageColumns, messageRow, messageView, type ViewContext } from './message.ts'
import { type ResponseRow, responseRow, responseViewColumns } from './response-row.ts'

/** The conversation of one question, up to the size limit of an answer: all system messages and the newest other ones. */
export type Conversation = {
  responses: ResponseRow[]
  /** In the order of `seq`. */
  messages: MessageRow[]
  unreadCount: number
  /** UTF-8 bytes of texts and metadata of all messages, read or not. */
  bytes: number
  /** Whether `messages` lacks none. */
  isComplete: boolean
}

type Sayings = Omit<Conversation, 'unreadCount'>

const responsesOf = statement({
  name: 'view-responses',
  params: [types.array(types.uuid)],
  row: responseRow,
  // Laterals, because Postgres would read all responses and users of the company while it has no statistics.
  text: `select ${responseViewColumns} from unnest($1::uuid[]) as p(id)
      cross join lateral (select * from responses r where r.question_id = p.id and r.company_id = $company offset 0) r
      left join lateral (select * from users u where u.id = r.author_id and u.company_id = $company offset 0) u on true
    order by r.created_at, r.id`,
})

/**
 * $1 lists questions in the order of the page, $2 is the most bytes of messages per question, $3 those of the page or null.
 * The newest message of each question is always read, so every question with messages has a row that says how many it has.
 */
const messagesOf = statement({
  name: 'view-messages',
  params: [types.array(types.uuid), types.int, types.nullable(types.int)],
  row: {
    ...messageRow,
    unreadCount: types.int,
    messageCount: types.int,
    questionBytes: types.int,
    pageBytes: types.int,
  },
  text: `select ${messageColumns}, m."unreadCount", m."messageCount", m."questionBytes", m."pageBytes"
    from (
      select m.*, p.place,
        count(*) filter (where m.author_kind in ('EXPERT', 'AGENT', 'AUTOMATIC') and not m.is_viewed_by_user) over question as "unreadCount",
        count(*) over question as "messageCount",
        sum(s.bytes) over question as "questionBytes",
        sum(s.bytes) over (partition by m.question_id order by m.seq desc) as "newestBytes",
        sum(s.bytes) over (order by p.place) as "pageBytes",
        row_number() over (partition by m.question_id, m.type = 'MESSAGE' order by m.seq desc) as rank
      from unnest($1::uuid[]) with ordinality as p(id, place)
        cross join lateral (select * from messages m where m.question_id = p.id and m.company_id = $company offset 0) m
        cross join lateral (
          select case when m.type = 'MESSAGE' then octet_length(m.body) + coalesce(octet_length(m.metadata::text), 0) else 0 end as bytes
        ) s
      window question as (partition by m.question_id)
    ) m left join lateral (select * from users u where u.id = m.author_id and u.company_id = $company offset 0) u on true
    where m.type <> 'MESSAGE' or m.rank = 1 or (m."newestBytes" <= $2::bigint and ($3::bigint is null or m."pageBytes" <= $3 or m.place = 1))
    order by m.seq`,
})

/**
 * Returns the conversations of questions by question id, in two statements that are sent together. With `pageBytes`, questions whose messages
 * would exceed it in total are left out, but never the first one.
 */
export async function findConversations(
  tx: Tx,
  ids: string[],
  pageBytes: number | null = null,
): Promise<Map<string, Conversation>> {
  const [given, said] = await Promise.all([
    tx.query(responsesOf, [ids]),
    tx.query(messagesOf, [ids, limits.answerBytes, pageBytes]),
  ])
  const responses = byQuestion(given)
  const messages = byQuestion(said)
  const found = new Map<string, Conversation>()
  for (const [place, id] of ids.entries()) {
    const read = messages.get(id) ?? []
    const [first] = read
    if (place > 0 && pageBytes !== null && first !== undefined && first.pageBytes > pageBytes) break
    found.set(id, {
      responses: responses.get(id) ?? [],
      messages: read,
      unreadCount: first?.unreadCount ?? 0,
      bytes: first?.questionBytes ?? 0,
      isComplete: read.length === (first?.messageCount ?? 0),
    })
  }
  return found
}

const messagesOfResponses = statement({
  name: 'view-messages-of-responses',
  params: [types.array(types.uuid), types.array(types.uuid), types.int],
  row: { ...messageRow, newestBytes: types.int },
  text: `select ${messageColumns}, m."newestBytes"
    from unnest($1::uuid[], $2::uuid[]) as p(question_id, response_id) cross join lateral (
      select m.*, sum(case when m.type = 'MESSAGE' then octet_length(m.body) + coalesce(octet_length(m.metadata::text), 0) else 0 end)
        over (order by m.seq desc) as "newestBytes"
      from messages m where m.question_id = p.question_id and m.company_id = $company and m.response_id = p.response_id
    ) m left join lateral (select * from users u where u.id = m.author_id and u.company_id = $company offset 0) u on true
    where m.type <> 'MESSAGE' or m."newestBytes" <= $3::bigint
    order by m.seq`,
})

/**
 * Returns what was said under responses, by response id, as far as one answer may hold it: all system messages and the newest other ones.
 */
export async function findMessagesOfResponses(
  tx: Tx,
  responses: { questionId: string; responseId: string }[],
): Promise<Map<string, Pick<Conversation, 'messages' | 'bytes' | 'isComplete'>>> {
  const [questionIds, responseIds] = [responses.map((one) => one.questionId), responses.map((one) => one.responseId)]
  const all = await tx.query(messagesOfResponses, [questionIds, responseIds, limits.answerBytes])
  return new Map(
    responseIds.map((id) => {
      const messages = all.filter(({ responseId }) => responseId === id)
      const bytes = messages[0]?.newestBytes ?? 0
      // One message is much smaller than the other half, so older ones that are left out leave more than this.
      return [id, { messages, bytes, isComplete: bytes <= limits.answerBytes / 2 }]
    }),
  )
}

/** Returns the UTF-8 bytes of a value as JSON. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

// Upper bounds: an escaped character takes at most 6 bytes, a link in HTML about 20 times its text.
const mostBytesPerByte = 30
const mostBytesPerPart = 2_000
/** Bytes of an answer that are kept for everything but the conversation. */
const reservedBytes = 50_000

/** Returns an upper bound of the bytes of a conversation as JSON, without the text of its question. */
export const mostBytesOf = ({ bytes, messages, responses }: Sayings): number =>
  bytes * mostBytesPerByte + (messages.length + responses.length) * mostBytesPerPart

/** Returns whether an answer certainly has room for all messages, so that they need not be measured. */
const isSurelySmall = (conversation: Sayings): boolean =>
  conversation.isComplete && mostBytesOf(conversation) < limits.answerBytes / 2

/**
 * Renders all system messages, and the newest other ones that fit one answer. `measure` returns the bytes
 * of the conversation with the given messages. `messagesCursor` leads to the older messages, and is null if there are none.
 */
export function fitMessages(
  conversation: Sayings,
  context: ViewContext,
  measure: (messages: MessageView[]) => number,
): { messages: MessageView[]; messagesCursor: string | null } {
  const { messages, isComplete } = conversation
  if (isSurelySmall(conversation)) {
    return { messages: messages.map((message) => messageView(message, context)), messagesCursor: null }
  }
  const views = new Map<number, MessageView>()
  for (const row of messages) if (row.type !== 'MESSAGE') views.set(row.seq, messageView(row, context))
  let leftBytes = limits.answerBytes - reservedBytes - measure([...views.values()])
  const newestFirst = messages.filter(({ type }) => type === 'MESSAGE').reverse()
  let oldest: number | undefined
  let isCut = !isComplete
  for (const row of newestFirst) {
    const view = messageView(row, context)
    leftBytes -= jsonBytes(view) + 1
    if (leftBytes < 0) {
      isCut = true
      break
    }
    views.set(row.seq, view)
    oldest = row.seq
  }
  const shown = messages.flatMap(({ seq }) => views.get(seq) ?? [])
  return { messages: shown, messagesCursor: isCut && oldest !== undefined ? cursorBefore(oldest) : null }
}
