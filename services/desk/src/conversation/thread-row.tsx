import { memo, type ReactNode } from 'react'
import { Bubble, isOwn, MessageLine, type ShownThread } from './message-line.tsx'
import type { ThreadRow } from './thread-rows.ts'

type RowProps = {
  row: ThreadRow
  shown: Pick<ShownThread, 'question' | 'side' | 'prompt'>
  /** Stands where messages are missing. */
  earlier?: ReactNode
}

/** One row of a conversation. Each step of scrolling draws the list, but not the rows that stay in sight. */
export const Row = memo(function Row({ row, shown: { question, side, prompt }, earlier }: RowProps) {
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
})
