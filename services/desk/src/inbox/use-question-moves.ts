import { type InboxQuestion, InvalidError, NotFoundError, type Question } from '@askline/client'
import { useLive } from '../live/use-live.ts'
import { type Moves, useMove } from '../live/use-move.ts'

export type QuestionMoves = Moves & {
  isExpert: boolean
  /** The reader's own response to the question. */
  own: Question['conversation']['responses'][number] | undefined
  isOffered: boolean
  mayWrite: boolean
  claim(): Promise<boolean>
  release(): Promise<boolean>
  /** An expert says that the own response resolves the question; an agent resolves it. */
  resolve(): Promise<boolean>
  close(): Promise<boolean>
  giveUp(kind: 'decline' | 'escalate', reason: string): Promise<boolean>
}

type Options = {
  question: Question
  listed: InboxQuestion | undefined
  isExpert: boolean
  /** Called when a claim failed because another expert was faster. */
  onTaken: () => void
  /** Called when the question is no longer the reader's. */
  onLeft: () => void
}

/** Returns the moves that an expert or an agent makes with an open question, and which of them are allowed now. */
export function useQuestionMoves({ question, listed, isExpert, onTaken, onLeft }: Options): QuestionMoves {
  const { client, me } = useLive()
  const moves = useMove()
  const { uuid, claim, conversation, state } = question
  const own = conversation.responses.findLast(({ author }) => author.uuid === me.uuid)
  const fence = claim ? { fence: claim.fence } : {}
  const { experts, agents } = client

  const leave = (name: string, move: () => Promise<unknown>) =>
    moves.run(name, move).then((isDone) => {
      if (isDone) onLeft()
      return isDone
    })
  return {
    ...moves,
    isExpert,
    own,
    isOffered: isExpert && listed?.offer !== undefined && !claim,
    mayWrite: state.isInteractionAllowed,
    claim: () =>
      moves.run('claim', () =>
        experts.claim(uuid).catch((error) => {
          const isTaken = error instanceof NotFoundError || (error instanceof InvalidError && error.status === 400)
          if (!isTaken) throw error
          onTaken()
        }),
      ),
    release: () => leave('release', () => experts.release(uuid)),
    async resolve() {
      if (!isExpert) return moves.run('resolve', () => agents.resolve(uuid))
      return own ? moves.run('resolve', () => experts.markAsResolved(own.uuid, fence)) : false
    },
    close: () => moves.run('close', () => agents.close(uuid)),
    giveUp: (kind, reason) =>
      leave(kind, () =>
        kind === 'decline'
          ? experts.decline(uuid, reason ? { reason } : {})
          : experts.escalate(uuid, { reason, ...fence }),
      ),
  }
}
