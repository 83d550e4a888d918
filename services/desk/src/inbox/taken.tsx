import { type InboxQuestion, InvalidError, type Question } from '@askline/client'
import { useCallback, useEffect } from 'react'
import { say } from '../desk/desk-words.ts'
import { bindKeys } from '../keys/bind-keys.ts'
import { useLive } from '../live/use-live.ts'
import type { Moves } from '../live/use-move.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { shownText } from '../words/shown-text.ts'
import { outsideFields } from './shortcuts.ts'
import styles from './taken.module.css'

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

/** Takes a question of the agents' queue, or gives it back. `c` takes it, and so does the wish to answer it. */
export function TakeMoves({
  question: { uuid, takenBy, state },
  moves: { run, busy },
  isWanted,
}: {
  question: Question
  moves: Pick<Moves, 'run' | 'busy'>
  isWanted: boolean
}) {
  const { client, me } = useLive()
  const mayTake = state.isInteractionAllowed && !takenBy
  const take = useCallback(
    () =>
      run('take', () =>
        client.agents.take(uuid).catch((error) => {
          // The line above the field names the agent who was first.
          if (!(error instanceof InvalidError && error.code === 'already_taken')) throw error
        }),
      ),
    [client, run, uuid],
  )
  useEffect(() => {
    if (isWanted && mayTake) void take()
  }, [isWanted, mayTake, take])
  useEffect(() => bindKeys(mayTake ? { c: outsideFields(() => void take()) } : {}), [mayTake, take])

  if (!state.isInteractionAllowed) return null
  if (!takenBy) {
    return (
      <Button kind="primary" size="small" icon="hand" shortcut="c" isBusy={busy === 'take'} onClick={() => void take()}>
        {say('move.take')}
      </Button>
    )
  }
  if (takenBy.uuid !== me.uuid) return null
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
