import type { Message, Question, Response } from '@askline/client'

/** What stands in one row of a long conversation. */
export type ThreadRow = { key: string } & (
  | { kind: 'question' | 'earlier' }
  | { kind: 'message'; message: Message; response: Response | undefined }
  | { kind: 'accepted'; response: Response }
)

/**
 * Returns the rows of a conversation: the question, its messages, then each response with the messages under it. `earlier` are
 * messages that the question does not list. With `hasMore`, one row stands where the missing messages would begin.
 */
export function rowsOf(question: Question, earlier: readonly Message[], hasMore: boolean): ThreadRow[] {
  const { conversation } = question
  const rows: ThreadRow[] = [{ key: 'question', kind: 'question' }]
  const add = (listed: readonly Message[], response: Response | undefined) => {
    const missing = earlier.filter(({ responseUuid }) => (responseUuid ?? undefined) === response?.uuid)
    const all = missing.length === 0 ? listed : [...missing, ...listed].sort((a, b) => a.id - b.id)
    for (const message of all) rows.push({ key: message.uuid, kind: 'message', message, response })
  }
  add(conversation.messages, undefined)
  for (const response of conversation.responses) {
    add(response.messages, response)
    if (response.isAccepted) rows.push({ key: `${response.uuid}-accepted`, kind: 'accepted', response })
  }
  if (hasMore) {
    const first = rows.findIndex((row) => row.kind === 'message' && row.message.type === 'MESSAGE')
    rows.splice(first < 0 ? 1 : first, 0, { key: 'earlier', kind: 'earlier' })
  }
  return rows
}

/** Returns the number of all messages that the question lists. */
export const countMessages = ({ conversation: { messages, responses } }: Question): number =>
  responses.reduce((sum, response) => sum + response.messages.length, messages.length)
