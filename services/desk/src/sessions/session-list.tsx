import type { Session } from '@askline/client'
import { useId, useState } from 'react'
import { CopyId, FaultNotice } from '../conversation/fault-notice.tsx'
import { say } from '../desk/desk-words.ts'
import { FormDialog } from '../desk/form-dialog.tsx'
import { useFetch } from '../live/use-fetch.ts'
import { useMove } from '../live/use-move.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showToast } from '../ui/toast.tsx'
import { formatTime } from '../words/times.ts'
import { describeBrowser } from './describe-browser.ts'
import styles from './session-list.module.css'

/** An action that ends several sign-ins at once: its button, its confirmation, and the message after it. */
type EndAll = { label: string; title: string; hint: string; done: string; run: () => Promise<unknown> }

/** The sign-ins of a person, the last used first, and how to end them. The one of this browser ends by signing out. */
export function SessionList({
  of,
  title,
  lead,
  none,
  list,
  end,
  endAll,
}: {
  /** Names the person among all whose sign-ins are shown. */
  of: string
  title: string
  lead: string
  none: string
  list: () => Promise<Session[]>
  end: (uuid: string) => Promise<unknown>
  endAll: EndAll
}) {
  const id = useId()
  const sessions = useFetch(`sessions ${of}`, list)
  const [isAsked, setIsAsked] = useState(false)
  const { run, busy, fault } = useMove()
  const { value, error, reload } = sessions
  const done = (text: string) => {
    showToast(text)
    reload()
  }
  const endOne = async (uuid: string) => {
    if (await run(uuid, () => end(uuid))) done(say('sessions.ended'))
    else reload()
  }
  return (
    <section className={styles['sessions']} aria-labelledby={id}>
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      <p className={styles['faint']}>{lead}</p>
      {error && (
        <Notice
          kind="bad"
          isLive
          title={say('sessions.failed')}
          actions={
            <>
              <Button size="small" icon="rotate-ccw" onClick={reload}>
                {say('session.again')}
              </Button>
              <CopyId error={error} />
            </>
          }
        />
      )}
      {!value && !error && <Skeleton label={say('list.loading')} lines={3} />}
      {value?.every(({ isCurrent }) => isCurrent) && <p>{none}</p>}
      {value && value.length > 0 && (
        <ul className={styles['rows']}>
          {value.map((session) => (
            <SessionRow
              key={session.uuid}
              session={session}
              isEnding={busy === session.uuid}
              onEnd={() => void endOne(session.uuid)}
            />
          ))}
        </ul>
      )}
      <FaultNotice fault={fault} />
      {value?.some(({ isCurrent }) => !isCurrent) && (
        <div>
          <Button kind="danger" onClick={() => setIsAsked(true)}>
            {endAll.label}
          </Button>
        </div>
      )}
      {isAsked && (
        <FormDialog
          title={endAll.title}
          doLabel={endAll.label}
          onClose={() => setIsAsked(false)}
          onSubmit={async () => {
            await endAll.run()
            done(endAll.done)
          }}
        >
          {() => <p>{endAll.hint}</p>}
        </FormDialog>
      )}
    </section>
  )
}

function SessionRow({
  session: { dateCreated, dateLastUsed, network, isCurrent, ...session },
  isEnding,
  onEnd,
}: {
  session: Session
  isEnding: boolean
  onEnd: () => void
}) {
  const browser = describeBrowser(session.browser)
  return (
    <li className={styles['row']}>
      <div className={styles['words']}>
        <p className={styles['browser']}>
          {browser} {isCurrent && <Badge kind="go">{say('sessions.thisBrowser')}</Badge>}
        </p>
        <ul className={styles['facts']}>
          <li>
            <time dateTime={dateLastUsed}>{say('sessions.used', { time: formatTime(dateLastUsed) })}</time>
          </li>
          <li>
            <time dateTime={dateCreated}>{say('sessions.created', { time: formatTime(dateCreated) })}</time>
          </li>
          {network && <li>{say('sessions.network', { network })}</li>}
        </ul>
      </div>
      {!isCurrent && (
        <Button size="small" isBusy={isEnding} aria-label={say('sessions.endOne', { browser })} onClick={onEnd}>
          {say('sessions.end')}
        </Button>
      )}
    </li>
  )
}
