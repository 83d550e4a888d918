import type { InboxQuestion, Question } from '@askline/client'
import { say } from '../desk/desk-words.ts'
import { useLive } from '../live/use-live.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { shownText } from '../words/shown-text.ts'
import styles from './taken.module.css'
import type { QuestionMoves } from './use-question-moves.ts'

/** The agent who has a question, as a badge. Nothing if no agent has it. */
export function TakenBadge({ takenBy }: Pick<InboxQuestion, 'takenBy'>) {
  const { me } = useLive()
  if (!takenBy) return null
  return takenBy.uuid === me.uuid ? (
    <Badge kind="go">{say('taken.byYou')}</Badge>
  ) : (
    <Badge>{say('taken.by', { name: shownText(takenBy.name) })}</Badge>
  )
}

/** The button by which an agent takes a question of the queue, or gives it back. */
export function TakeMoves({
  question: { uuid, takenBy, state },
  moves: { run, busy, mayTake, take },
}: {
  question: Question
  moves: Pick<QuestionMoves, 'run' | 'busy' | 'mayTake' | 'take'>
}) {
  const { client, me } = useLive()
  if (mayTake) {
    return (
      <Button kind="primary" size="small" icon="hand" shortcut="c" isBusy={busy === 'take'} onClick={() => void take()}>
        {say('move.take')}
      </Button>
    )
  }
  if (!state.isInteractionAllowed || takenBy?.uuid !== me.uuid) return null
  return (
    <Button
      size="small"
      icon="undo-2"
      isBusy={busy === 'release'}
      onClick={() => void run('release', () => client.agents.release(uuid))}
    >
      {say('move.release')}
    </Button>
  )
}

/** Says that another agent has the question, where this agent would write. Announced when it happens. */
export function TakenLine({ question: { takenBy } }: { question: Question }) {
  const { me } = useLive()
  const isOthers = takenBy !== undefined && takenBy.uuid !== me.uuid
  return (
    <p role="status" className={isOthers ? styles['line'] : 'visually-hidden'}>
      {isOthers && say('taken.hint', { name: shownText(takenBy.name) })}
    </p>
  )
}
