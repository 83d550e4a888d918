import type { EventType, OfferStatus, QuestionStatus, SystemMessageType } from '@askline/contracts'
import type { ColumnType } from '@askline/db'

type AddedPrompt = {
  type: SystemMessageType
  in: 'conversation' | 'response'
  /** The next message of a person removes it. */
  untilPersonWrites?: true
}

/**
 * One row of the table of moves. In `where` and `set`, `q` is the question as it was, $1 its id, and $2 … are the move's own
 * values. Deadlines are columns of the question, so `set` also starts and cancels timers.
 */
export type Move = {
  /** The statuses that allow the move. With `where` it is the guard of the UPDATE. */
  from: readonly QuestionStatus[]
  where?: string
  /** Types of $2, $3, … in this order. The compiler derives from them what a caller of the move passes. */
  values?: readonly ColumnType<unknown>[]
  /** Assignments beside version and stamps. */
  set: string
  /** System messages that the move deletes. */
  removes?: readonly SystemMessageType[]
  /** System messages that the move adds, in the conversation or in the response that the move is about. */
  adds?: readonly AddedPrompt[]
  /** The new status of all pending offers. Undefined: they stay open. */
  offers?: Exclude<OfferStatus, 'pending'>
  /** The move adds a response. */
  responds?: true
  /** An expert takes the question by their offer (`ownOffer` of Effects), or gives it up for this round (`leavesRound`). */
  ownOffer?: 'taken' | 'given up'
  /** Everyone who may see or act on the question before the move may do so after it. The move keeps holder, status and offers. */
  keepsRights?: true
  /** The expert who held the question has capacity again. */
  frees?: true
  /** The turn may pass between the asker and the holder, so the question takes more or less of the holder's capacity. */
  turns?: true
  /** People write messages by the move. It removes prompts that stand until then, and returns how long the conversation is then. */
  writes?: true
  /** Routing looks for experts at once; after the end of a single offer only if no other expert is deciding. */
  routes?: true
  event: EventType
}
