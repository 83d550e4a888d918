import { say } from '../desk/desk-words.ts'
import { useLive } from '../live/use-live.ts'
import { shownText } from '../words/shown-text.ts'
import { SessionList } from './session-list.tsx'
import styles from './sessions-of.module.css'

/** Where an expert, agent or admin is signed in, for another admin. */
export function SessionsOf({ uuid, name: stored }: { uuid: string; name: string }) {
  const { sessions } = useLive().client.admin
  const name = shownText(stored)
  return (
    <div className={styles['sessions']}>
      <SessionList
        of={uuid}
        title={say('sessions.titleOf', { name })}
        lead={say('sessions.leadOf')}
        none={say('sessions.none')}
        list={() => sessions.list(uuid)}
        end={(session) => sessions.end(uuid, session)}
        endAll={{
          label: say('sessions.endAll'),
          title: say('sessions.endAllTitle', { name }),
          hint: say('sessions.endAllHint'),
          done: say('sessions.allEnded'),
          run: () => sessions.endAll(uuid),
        }}
      />
    </div>
  )
}
