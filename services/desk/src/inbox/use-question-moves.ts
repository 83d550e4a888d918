import { type InboxQuestion, InvalidError, NotFoundError, type Question } from '@askline/client'
import { say } from '../desk/desk-words.ts'
import { useLive } from '../live/use-live.ts'
import { type Moves, useMove } from '../live/use-move.ts'

export type QuestionMoves = Moves & {
  isExpert: boolean
  /** The reader's own response to the question. */
  own: Question['conversation']['responses'][number] | undefined
  isOffered: boolean
  /** An agent may take the question, because no agent has it. */
  mayTake: boolean
  mayWrite: boolean
  claim(): Promise<boolean>
  /** Takes a question of the agents' queue. */
  take(): Promise<boolean>
  release(): Promise<boolean>
  /** An expert says that the own response resolves the question; an agent resolves it. */
  resolve(): Promise<boolean>
  close(): Promise<boolean>
  giveUp(kind: 'decline' | 'escalate', reason: string): Promise<boolean>
}

/** Codes of a claim that came too late although no other expert was faster: the question was closed, rerouted or withdrawn. */
const gone: readonly string[] = ['offer_closed', 'interaction_not_allowed', 'already_rerouted', 'move_not_allowed']

/** Returns why a claim came too late, or `undefined` if it failed for another reason, which the expert can do something about. */
function describeLoss(error: unknown): string | undefined {
  if (error instanceof NotFoundError) return say('inbox.gone')
  if (!(error instanceof InvalidError)) return undefined
  if (error.code !== 'already_claimed') return gone.includes(error.code) ? say('inbox.gone') : undefined
  return error.takenBy ? say('inbox.lateTo', { name: error.takenBy.name }) : say('inbox.late')
}

type Options = {
  question: Question
  listed: InboxQuestion | undefined
  isExpert: boolean
  /** Called when a claim failed because the question is no longer offered, with the reason as a sentence. */
  onTaken: (why: string) => void
  /** Called when the question is no longer the reader's. */
  onLeft: () => void
}

/** Returns the moves that an expert or an agent makes with an open question, and which of them are allowed now. */
export function useQuestionMoves({ question, listed, isExpert, onTaken, onLeft }: Options): QuestionMoves {
  const { client, me } = useLive()
  const moves = useMove()
  // A first answer claims by itself, so it may be there before the claim is answered. The next move does not wait for that.
  const claiming = useMove()
  const { uuid, claim, conversation, state, takenBy } = question
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
    busy: moves.busy ?? claiming.busy,
    fault: moves.fault ?? claiming.fault,
    isExpert,
    own,
    isOffered: isExpert && listed?.offer !== undefined && !claim,
    mayTake: !isExpert && state.isInteractionAllowed && !takenBy,
    mayWrite: state.isInteractionAllowed,
    claim: () =>
      claiming.run('claim', () =>
        experts.claim(uuid).catch((error) => {
          const why = describeLoss(error)
          if (why === undefined) throw error
          onTaken(why)
        }),
      ),
    take: () =>
      moves.run('take', () =>
        agents.take(uuid).catch((error) => {
          // The line above the field names the agent who was first.
          if (!(error instanceof InvalidError && error.code === 'already_taken')) throw error
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
