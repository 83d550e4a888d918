import { useState } from 'react'
import { useLocation } from 'wouter'
import { Composer } from '../conversation/composer.tsx'
import { ListFailure } from '../conversation/fault-notice.tsx'
import { PendingSend } from '../conversation/pending-send.tsx'
import { StatusBadge } from '../conversation/status.tsx'
import { useCell, useLive } from '../live/use-live.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useTitle } from '../ui/use-title.ts'
import { say } from '../words/shared-words.ts'
import { shownText } from '../words/shown-text.ts'
import { formatTime } from '../words/times.ts'
import styles from './ask-page.module.css'
import { Invitation } from './invitation.tsx'

/** `/ask`: where an asker asks, above the list of their questions. `greeting` is the company's own, if it has one. */
export function AskPage({ greeting }: { greeting?: string }) {
  const live = useLive()
  const [, navigate] = useLocation()
  const { value: questions, error, hasMore } = useCell(live.inbox('own'))
  const asks = useCell(live.sends.all).filter(({ kind }) => kind === 'ask')
  useTitle(say('ask.documentTitle'))
  const [isAsking, setIsAsking] = useState(false)

  const ask = (text: string) => {
    setIsAsking(true)
    void live.sends.add({ kind: 'ask', questionUuid: null, text }).sent.then((uuid) => {
      setIsAsking(false)
      navigate(`/q/${uuid}`)
    })
  }

  return (
    <main className={styles['page']}>
      <section className={styles['ask']} aria-labelledby="ask-title">
        <Invitation titleId="ask-title" greeting={greeting} company={live.me.company.name} />
        <Composer
          name="ask"
          label={say('ask.label')}
          placeholder={say('ask.placeholder')}
          sendLabel={say('ask.send')}
          onSend={ask}
        />
        {asks.map((send) => (
          <PendingSend key={send.key} send={send} />
        ))}
        {isAsking && <p className="visually-hidden">{say('send.sending')}</p>}
      </section>

      <section className={styles['own']} aria-labelledby="own-title">
        <h2 id="own-title" className={styles['subtitle']}>
          {say('ask.own')}
        </h2>
        {error && !questions && <ListFailure error={error} />}
        {!questions && !error && <Skeleton label={say('list.loading')} lines={4} />}
        {questions?.length === 0 && <Empty icon="message-square" title={say('ask.none')} />}
        <ul className={styles['list']}>
          {questions?.map((question) => (
            <li key={question.uuid}>
              <a
                className={styles['row']}
                href={`/ask/q/${question.uuid}`}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return
                  event.preventDefault()
                  navigate(`/q/${question.uuid}`)
                }}
              >
                <span className={styles['subject']}>
                  <bdi>{shownText(question.conversation?.subject ?? '')}</bdi>
                </span>
                <span className={styles['state']}>
                  <StatusBadge question={question} />
                  <Unread count={question.conversation?.unreadMessageCount ?? 0} />
                </span>
                <time className={styles['time']} dateTime={question.dateCreated}>
                  {formatTime(question.dateCreated)}
                </time>
              </a>
            </li>
          ))}
        </ul>
        {questions && hasMore && (
          <Button kind="quiet" onClick={() => live.see('own', 0, questions.length)}>
            {say('ask.earlier')}
          </Button>
        )}
      </section>
    </main>
  )
}

const Unread = ({ count }: { count: number }) =>
  count > 0 ? <Badge kind="go">{say('ask.unread', { n: count })}</Badge> : null
