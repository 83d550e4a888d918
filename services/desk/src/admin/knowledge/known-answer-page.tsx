import type { KnownAnswer } from '@askline/client'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { Confirm } from '../frame/confirm.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { Page } from '../frame/page.tsx'
import { AnswerForm } from './answer-form.tsx'
import { AnswerState } from './answer-state.tsx'
import { Contradictions } from './contradictions.tsx'
import styles from './knowledge.module.css'

/** `/desk/admin/knowledge/:uuid`: a known answer, where it came from, and whether it is given. */
export function KnownAnswerPage({ uuid }: { uuid: string }) {
  const { client } = useLive()
  const found = useFetch(`known answer ${uuid}`, () => client.admin.knowledge.get(uuid))
  const known = found.value
  return (
    <Page
      title={say('knowledge.one')}
      back={{ href: '/admin/knowledge', name: say('knowledge.title') }}
      actions={known && <Standing known={known} onReload={found.reload} />}
    >
      <Loaded resource={found} missing={say('knowledge.missing')}>
        {(value) => (
          <>
            <Facts known={value} />
            <Contradictions uuid={uuid} />
            <AnswerForm known={value} onReload={found.reload} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Where the answer came from, and why it is not given. */
function Facts({ known }: { known: KnownAnswer }) {
  const { source, file, sourceQuestions, suspended, lastUpdated } = known
  return (
    <div className={styles['facts']}>
      <p>
        <AnswerState suspended={suspended} />
        {suspended && (
          <span>
            {say(`knowledge.${suspended.reason}.hint`)}{' '}
            <time dateTime={suspended.date}>{formatTime(suspended.date)}</time>
          </span>
        )}
      </p>
      <p>
        <span>{say(`knowledge.${source}.origin`)}</span>
        {file && <Link href="/admin/training">{say('knowledge.fileLine', { line: file.line })}</Link>}
        {sourceQuestions.map((questionId, at) => (
          <Link key={questionId} href={`/admin/questions/${questionId}`}>
            {sourceQuestions.length === 1 ? say('knowledge.itsQuestion') : say('knowledge.itsQuestions', { n: at + 1 })}
          </Link>
        ))}
      </p>
      <p>
        {say('knowledge.changed')} <time dateTime={lastUpdated}>{formatTime(lastUpdated)}</time>
      </p>
    </div>
  )
}

/** Suspends, gives again or removes the answer. */
function Standing({ known: { uuid, suspended }, onReload }: { known: KnownAnswer; onReload: () => void }) {
  const { client } = useLive()
  const [asked, setAsked] = useState<'suspend' | 'lift' | 'remove'>()
  const [, go] = useLocation()
  const acts = {
    suspend: () => client.admin.knowledge.update(uuid, { isSuspended: true }),
    lift: () => client.admin.knowledge.update(uuid, { isSuspended: false }),
    remove: () => client.admin.knowledge.remove(uuid),
  }
  return (
    <>
      {suspended === null ? (
        <Button onClick={() => setAsked('suspend')}>{say('knowledge.suspend')}</Button>
      ) : (
        suspended.reason !== 'FORGOTTEN' && (
          <Button kind="primary" onClick={() => setAsked('lift')}>
            {say('knowledge.lift')}
          </Button>
        )
      )}
      <Button kind="danger" icon="trash-2" onClick={() => setAsked('remove')}>
        {say('knowledge.remove')}
      </Button>
      {asked && (
        <Confirm
          title={say(`knowledge.${asked}Title`)}
          doLabel={say(`knowledge.${asked}`)}
          isDanger={asked === 'remove'}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await acts[asked]()
            showToast(say(`knowledge.${asked}Done`))
            if (asked === 'remove') go('/admin/knowledge', { replace: true })
            else onReload()
          }}
        >
          <p>{say(`knowledge.${asked}Hint`)}</p>
        </Confirm>
      )}
    </>
  )
}
