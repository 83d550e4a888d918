import type { EventType, OfferStatus, QuestionStatus, SystemMessageType } from '@askline/contracts'
import type { Facts } from './change.ts'
import type { Writable } from './state.ts'

/**
 * One row of the table of moves (decisions/moves.md). `Input` is what the caller of the move says beyond the facts. Deadlines are
 * columns of the question, so `set` also starts and cancels timers.
 */
export type Move<Input> = {
  /** The statuses that allow the move. */
  from: readonly QuestionStatus[]
  /** Whether the move is allowed in one of these statuses. Undefined: always. */
  guard?: (facts: Facts, input: Input) => boolean
  /** New values of the question's columns beside version and stamps. */
  set?: (facts: Facts, input: Input) => Partial<Writable>
  /** System messages that the move deletes. */
  removes?: readonly SystemMessageType[]
  /** System messages that the move adds, in the conversation or in the response that the move is about. */
  adds?: readonly AddedPrompt[]
  /** The new status of all pending offers. Undefined: they stay open. */
  offers?: Exclude<OfferStatus, 'pending'>
  /** A person writes by the move, which ends the prompts that stand until then. */
  writes?: true
  /** Routing looks for experts at once. */
  routes?: true
  event: EventType
}

type AddedPrompt = {
  type: SystemMessageType
  in: 'conversation' | 'response'
  /** The next message of a person removes it. */
  untilPersonWrites?: true
}

/** Returns a row of the table whose input is `Input`. */
export const move = <Input = unknown>(row: Move<Input>): Move<Input> => row
