import type { Question } from '@askline/client'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { Composer } from '../conversation/composer.tsx'
import { ComposingLine } from '../conversation/composing-line.tsx'
import { FaultNotice } from '../conversation/fault-notice.tsx'
import { QuestionFailure } from '../conversation/question-failure.tsx'
import { StatusBadge } from '../conversation/status.tsx'
import { Thread } from '../conversation/thread.tsx'
import { useCell, useLive } from '../live/use-live.ts'
import { useMove } from '../live/use-move.ts'
import { Button } from '../ui/button.tsx'
import { BackLink, Screen } from '../ui/screen.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { say } from '../words/shared-words.ts'
import { shownText } from '../words/shown-text.ts'
import { AskerPrompt } from './asker-prompt.tsx'
import styles from './question-page.module.css'

const wayBack = () => ({ href: '/', label: say('ask.back') })

/** `/ask/q/:uuid`: a question as its asker sees it. */
export function QuestionPage({ uuid }: { uuid: string }) {
  const live = useLive()
  const { value: question, error } = useCell(live.question(uuid))
  if (question) return <Conversation question={question} />
  return (
    <main className={styles['page']}>
      <BackLink {...wayBack()} />
      {error ? (
        <QuestionFailure error={error} isPage />
      ) : (
        <>
          <h1 className="visually-hidden">{say('thread.label')}</h1>
          <Skeleton label={say('list.loading')} lines={6} />
        </>
      )}
    </main>
  )
}

function Conversation({ question }: { question: Question }) {
  const live = useLive()
  const { run, busy, fault } = useMove()
  const sends = useCell(live.sends.all).filter(({ questionUuid }) => questionUuid === question.uuid)
  const { state, conversation } = question
  const mayReroute = state.status === 'UNRESOLVED' && !state.isClosed
  useMarkAsRead(question)

  return (
    <Screen
      isWhole
      title={shownText(conversation.subject)}
      back={wayBack()}
      content={
        <>
          <Thread
            question={question}
            side="asker"
            sends={sends}
            prompt={(message, response) => <AskerPrompt question={question} message={message} response={response} />}
          />
          <ComposingLine questionUuid={question.uuid} />
        </>
      }
      foot={
        <>
          <FaultNotice fault={fault} />
          {state.isInteractionAllowed ? (
            <Composer
              key={question.uuid}
              name={question.uuid}
              label={say('ask.writeOn')}
              sendLabel={say('send.send')}
              onComposing={() => {
                // If this fails, the others still get the message.
                live.client.questions.composing(question.uuid).catch(() => undefined)
              }}
              onSend={(text) => live.sends.add({ kind: 'message', questionUuid: question.uuid, text })}
            >
              {mayReroute && (
                <Button
                  kind="quiet"
                  icon="life-buoy"
                  isBusy={busy === 'reroute'}
                  onClick={() => void run('reroute', () => live.client.questions.reroute(question.uuid))}
                >
                  {say('prompt.reroute')}
                </Button>
              )}
            </Composer>
          ) : (
            <p className={styles['closed']}>
              {say('question.closed')} <Link href="/">{say('ask.another')}</Link>
            </p>
          )}
        </>
      }
    >
      <StatusBadge question={question} />
    </Screen>
  )
}

/** Tells the service that the asker has seen the answers, once for each state in which something is unread. */
function useMarkAsRead(question: Question) {
  const { client } = useLive()
  const marked = useRef('')
  const unread = question.conversation.unreadMessageCount
  useEffect(() => {
    if (unread === 0 || document.visibilityState === 'hidden' || marked.current === question.lastUpdated) return
    marked.current = question.lastUpdated
    for (const response of question.conversation.responses) {
      if (!response.isViewedByUser) client.responses.markAsRead(response.uuid).catch(() => undefined)
    }
  }, [client, question, unread])
}
