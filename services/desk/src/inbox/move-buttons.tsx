import type { Question } from '@askline/client'
import { useState } from 'react'
import { say } from '../desk/desk-words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TakeMoves } from './taken.tsx'
import type { QuestionMoves } from './use-question-moves.ts'

type MoveButtonsProps = {
  question: Question
  moves: QuestionMoves
  /** Called when the person claims the question, to answer it. */
  onClaim: () => void
  onGiveUp: (kind: 'decline' | 'escalate') => void
  onNote: () => void
}

/** The buttons of what an expert or an agent may do with the open question. */
export function MoveButtons({ question, moves, onClaim, onGiveUp, onNote }: MoveButtonsProps) {
  const [isClosing, setIsClosing] = useState(false)
  const { isExpert, own, isOffered, mayWrite, busy, release, resolve, close } = moves
  return (
    <>
      {isOffered && (
        <>
          <Button kind="primary" size="small" icon="hand" shortcut="c" isBusy={busy === 'claim'} onClick={onClaim}>
            {say('move.claim')}
          </Button>
          <Button size="small" icon="x" shortcut="d" onClick={() => onGiveUp('decline')}>
            {say('move.decline')}
          </Button>
        </>
      )}
      {!isExpert && <TakeMoves question={question} moves={moves} />}
      {question.claim && (
        <>
          <Button size="small" icon="undo-2" isBusy={busy === 'release'} onClick={() => void release()}>
            {say('move.release')}
          </Button>
          <Button size="small" icon="life-buoy" shortcut="x" onClick={() => onGiveUp('escalate')}>
            {say('move.escalate')}
          </Button>
        </>
      )}
      {mayWrite && (own || !isExpert) && (
        <Button size="small" icon="check-check" shortcut="e" isBusy={busy === 'resolve'} onClick={() => void resolve()}>
          {say(isExpert ? 'move.markResolved' : 'move.resolve')}
        </Button>
      )}
      <Button size="small" icon="eye-off" shortcut="n" onClick={onNote}>
        {say('notes.write')}
      </Button>
      {!isExpert && mayWrite && (
        <Button size="small" kind="danger" icon="x" isBusy={busy === 'close'} onClick={() => setIsClosing(true)}>
          {say('move.close')}
        </Button>
      )}
      {isClosing && (
        <Dialog
          title={say('close.title')}
          onClose={() => setIsClosing(false)}
          actions={
            <>
              <Button onClick={() => setIsClosing(false)}>{say('giveUp.cancel')}</Button>
              <Button
                kind="danger"
                onClick={() => {
                  setIsClosing(false)
                  void close()
                }}
              >
                {say('move.close')}
              </Button>
            </>
          }
        >
          <p>{say('close.hint')}</p>
        </Dialog>
      )}
    </>
  )
}
