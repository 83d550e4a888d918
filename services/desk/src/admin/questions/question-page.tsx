import { NotFoundError } from '@askline/client'
import { StatusBadge } from '../../conversation/status.tsx'
import { Thread } from '../../conversation/thread.tsx'
import { say as sayShared } from '../../desk/desk-words.ts'
import { collect } from '../../live/collect.ts'
import { useFetch } from '../../live/use-fetch.ts'
import { useCell, useLive } from '../../live/use-live.ts'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { shownText } from '../../words/shown-text.ts'
import { say } from '../admin-words.ts'
import { LoadFault } from '../frame/load-fault.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { Page } from '../frame/page.tsx'
import { QuestionFacts } from './question-facts.tsx'
import styles from './question-page.module.css'
import { Timeline } from './timeline.tsx'

/** `/desk/admin/questions/:uuid`: a question with its conversation, and how it got where it is. */
export function QuestionPage({ uuid }: { uuid: string }) {
  const live = useLive()
  const { client } = live
  const { value: question, error } = useCell(live.question(uuid))
  // A new state of the question is a new history.
  const findHistory = async () => ({
    events: await collect(client.admin.questions.events(uuid)),
    routing: await client.admin.questions.explainRouting(uuid),
  })
  const history = useFetch(`${uuid} ${question?.lastUpdated ?? ''}`, findHistory, { of: uuid })

  const back = { href: '/admin/questions', name: say('questions.title') }
  if (error instanceof NotFoundError && !question)
    return (
      <Page title={say('questions.question')} back={back}>
        <Empty icon="search" title={sayShared('question.missing')}>
          {say('question.missingHint')}
        </Empty>
      </Page>
    )
  return (
    <Page title={question ? shownText(question.conversation.subject) : say('questions.question')} back={back}>
      {error && !question && <LoadFault error={error} onRetry={() => live.refresh()} />}
      {question && (
        <div className={styles['state']}>
          <StatusBadge question={question} />
          <QuestionFacts question={question} />
        </div>
      )}
      <div className={styles['columns']}>
        <section className={styles['column']} aria-labelledby="conversation-title">
          <h2 id="conversation-title" className={styles['title']}>
            {sayShared('inbox.conversation')}
          </h2>
          {question ? (
            <Thread question={question} side="staff" opensAt="start" sends={[]} />
          ) : (
            !error && <Skeleton label={sayShared('list.loading')} lines={6} />
          )}
        </section>
        <section className={styles['column']} aria-labelledby="timeline-title">
          <h2 id="timeline-title" className={styles['title']}>
            {say('timeline.title')}
          </h2>
          <Loaded resource={history}>{(found) => <Timeline {...found} />}</Loaded>
        </section>
      </div>
    </Page>
  )
}
