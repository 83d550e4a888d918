import type { ReactNode } from 'react'
import { Bubble, isOwn, MessageLine, type ShownThread } from './message-line.tsx'
import type { ThreadRow } from './thread-rows.ts'

/** One row of a conversation. `earlier` stands where messages are missing. */
export function Row({
  row,
  shown: { question, side, prompt },
  earlier,
}: {
  row: ThreadRow
  shown: Pick<ShownThread, 'question' | 'side' | 'prompt'>
  earlier?: ReactNode
}) {
  switch (row.kind) {
    case 'question': {
      const { author, textHtml } = question.conversation
      return (
        <Bubble
          author={author.name}
          avatarUrl={author.avatarUrl}
          at={question.dateCreated}
          html={textHtml}
          isOwn={isOwn(side, 'USER')}
        />
      )
    }
    case 'message':
      return (
        <MessageLine
          message={row.message}
          response={row.response}
          side={side}
          prompt={prompt}
          isAccepted={row.isAccepted}
        />
      )
    case 'aside':
      return row.content
    case 'earlier':
      return earlier
  }
}
