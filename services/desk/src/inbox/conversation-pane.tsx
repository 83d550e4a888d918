import { type InboxQuestion, NotFoundError, type Question } from '@askline/client'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Composer } from '../conversation/composer.tsx'
import { ComposingLine } from '../conversation/composing-line.tsx'
import { FaultNotice } from '../conversation/fault-notice.tsx'
import { QuestionFailure } from '../conversation/question-failure.tsx'
import { StatusBadge } from '../conversation/status.tsx'
import { takeBack } from '../conversation/take-back.ts'
import { Thread } from '../conversation/thread.tsx'
import { say } from '../desk/desk-words.ts'
import { TextPreview } from '../desk/text-preview.tsx'
import { bindKeys } from '../keys/bind-keys.ts'
import type { Send } from '../live/send.ts'
import { useCell, useLive } from '../live/use-live.ts'
import { NoteForm, useNotes } from '../notes/notes.tsx'
import { useReplyAssist } from '../replies/reply-assist.tsx'
import { Button } from '../ui/button.tsx'
import { Screen } from '../ui/screen.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { shownText } from '../words/shown-text.ts'
import { Context } from './context.tsx'
import styles from './conversation-pane.module.css'
import { DraftConflict } from './draft-conflict.tsx'
import { GiveUp } from './give-up.tsx'
import { Gone } from './gone.tsx'
import { History } from './history.tsx'
import { MoveButtons } from './move-buttons.tsx'
import type { DeskView } from './paths.ts'
import { outsideFields } from './shortcuts.ts'
import { TakenBadge, TakenLine } from './taken.tsx'
import { useQuestionMoves } from './use-question-moves.ts'

/** A question that is loaded and shown. */
export type OpenPane = {
  uuid: string
  /** Claims or takes the question if it is free, and goes to the field for the answer. */
  answer(): void
}

type PaneProps = {
  uuid: string
  ref: Ref<OpenPane>
  view: DeskView
  backTo: string
  listed: InboxQuestion | undefined
  /** Called when a claim failed because the question is no longer offered, with the reason as a sentence. */
  onTaken: (why: string) => void
}

/** The open question, with everything its reader may do. */
export function ConversationPane({ uuid, ...props }: PaneProps) {
  const { value: question, error } = useCell(useLive().question(uuid))
  if (error instanceof NotFoundError) return <Gone uuid={uuid} backTo={props.backTo} last={question} />
  if (question) return <Pane question={question} {...props} />
  if (error) return <QuestionFailure error={error} way={<Link href={props.backTo}>{say('inbox.backToList')}</Link>} />
  return <Skeleton label={say('list.loading')} lines={6} />
}

function Pane({ question, view, backTo, listed, onTaken, ref }: Omit<PaneProps, 'uuid'> & { question: Question }) {
  const live = useLive()
  const { client, me } = live
  const { undoSeconds } = useCell(live.preferences.cell)
  const [, navigate] = useLocation()
  const isExpert = view !== 'queue'
  const onLeft = () => navigate(backTo)
  const moves = useQuestionMoves({ question, listed, isExpert, onTaken, onLeft })
  const { own, isOffered, mayTake, mayWrite, claim, take, resolve, fault } = moves
  const [giving, setGiving] = useState<'decline' | 'escalate'>()
  const [isNoting, setIsNoting] = useState(false)
  const [isPreviewing, setIsPreviewing] = useState(false)
  const editor = useRef<HTMLTextAreaElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const ofQuestion = ({ questionUuid }: Send) => questionUuid === question.uuid
  const sends = useCell(live.sends.all).filter(ofQuestion)
  const notes = useNotes(question.uuid)
  const { conversation } = question
  // An agent who is new to a question reads what happened before, from the top.
  const [opensAt] = useState<'start' | 'end'>(isExpert || own ? 'end' : 'start')
  const assist = useReplyAssist({
    asker: shownText(conversation.author.name),
    me: me.name,
    company: me.company.name,
    subject: conversation.subject,
  })

  const send = (text: string) => {
    setIsPreviewing(false)
    const fence = question.claim ? { fence: question.claim.fence } : {}
    const base = { questionUuid: question.uuid, text, ...fence }
    const kind: Send['kind'] = isExpert ? (own ? 'message' : 'response') : 'agent'
    live.sends.add(
      { ...base, kind, ...(kind === 'message' && own ? { responseUuid: own.uuid } : {}) },
      undoSeconds * 1_000,
    )
  }

  /** The texts of this question that wait now. Those on the page may be a tenth of a second old, and keys are faster. */
  const waiting = () => live.sends.all.get().filter(ofQuestion)
  const takeLastBack = () => {
    const last = waiting().at(-1)
    if (!last) return
    takeBack(live, last.key)
    editor.current?.focus()
  }
  /** Escape leaves the field, so that single keys work again. */
  const leaveByEscape = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Escape') return false
    heading.current?.focus()
    return true
  }

  const answer = () => {
    if (isOffered) void claim()
    if (mayTake) void take()
    editor.current?.focus()
  }
  useImperativeHandle(ref, () => ({ uuid: question.uuid, answer }))

  useEffect(() =>
    bindKeys({
      ...(isOffered ? { c: outsideFields(answer), d: outsideFields(() => setGiving('decline')) } : {}),
      ...(mayTake ? { c: outsideFields(() => void take()) } : {}),
      r: outsideFields(() => editor.current?.focus()),
      n: outsideFields(() => setIsNoting(true)),
      e: outsideFields(() => void resolve()),
      ...(question.claim ? { x: outsideFields(() => setGiving('escalate')) } : {}),
      z: outsideFields(takeLastBack),
      'Mod+z': (event) => {
        // A field with a text undoes its own changes.
        const hasText = event.target instanceof HTMLElement && 'value' in event.target && event.target.value !== ''
        if (hasText || !waiting().some(({ refusal }) => refusal === undefined)) return
        event.preventDefault()
        takeLastBack()
      },
    }),
  )

  return (
    <Screen
      title={shownText(conversation.subject)}
      titleRef={heading}
      back={{ href: backTo, label: say('inbox.backToList') }}
      content={
        <div className={styles['columns']}>
          <div className={styles['about']}>
            <Context question={question} listed={listed} />
            {!isExpert && <History question={question} />}
          </div>
          <div className={styles['talk']}>
            <Thread question={question} side="staff" sends={sends} asides={notes} opensAt={opensAt} />
            <ComposingLine questionUuid={question.uuid} />
          </div>
        </div>
      }
      foot={
        <div className={styles['foot']}>
          <FaultNotice fault={fault} />
          {giving && (
            <GiveUp
              kind={giving}
              onCancel={() => setGiving(undefined)}
              onReason={(reason) => moves.giveUp(giving, reason)}
            />
          )}
          {isNoting && !giving && <NoteForm questionUuid={question.uuid} onClose={() => setIsNoting(false)} />}
          {!isExpert && mayWrite && <TakenLine question={question} />}
          {mayWrite && <DraftConflict questionUuid={question.uuid} />}
          {mayWrite ? (
            !giving &&
            !isNoting && (
              <Composer
                ref={editor}
                name={question.uuid}
                label={say(
                  own || !isExpert ? 'composer.writeOn' : question.claim ? 'composer.answerClaimed' : 'composer.answer',
                )}
                sendLabel={say('send.send')}
                assist={{ ...assist, onKeyDown: (event) => assist.onKeyDown(event) || leaveByEscape(event) }}
                above={(text) => isPreviewing && <TextPreview text={text} render={client.messages.preview} />}
                onSend={send}
                onComposing={() => {
                  // If this fails, the asker still gets the answer.
                  client.questions.composing(question.uuid).catch(() => undefined)
                }}
              >
                <Button
                  kind="quiet"
                  icon="eye"
                  aria-pressed={isPreviewing}
                  onClick={() => setIsPreviewing(!isPreviewing)}
                >
                  {say('composer.preview')}
                </Button>
              </Composer>
            )
          ) : (
            <p className={styles['closed']}>{say('question.closed')}</p>
          )}
        </div>
      }
    >
      {/* An offer always waits for an expert. */}
      {!isOffered && <StatusBadge question={question} />}
      {!isExpert && <TakenBadge takenBy={question.takenBy} />}
      <div className={styles['moves']}>
        <MoveButtons
          question={question}
          moves={moves}
          onClaim={answer}
          onGiveUp={setGiving}
          onNote={() => setIsNoting(true)}
        />
      </div>
    </Screen>
  )
}
