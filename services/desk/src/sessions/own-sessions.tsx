import { useRef } from 'react'
import { say } from '../desk/desk-words.ts'
import { useLive } from '../live/use-live.ts'
import { findNearest, useKeptFocus } from '../ui/kept-focus.ts'
import { SessionList } from './session-list.tsx'

/** Where the person is signed in. */
export function OwnSessions() {
  const { client, me } = useLive()
  const place = useRef<HTMLDivElement>(null)
  useKeptFocus(place, findNearest)
  return (
    <div ref={place}>
      <SessionList
        of={me.uuid}
        title={say('sessions.title')}
        lead={say('sessions.lead')}
        none={say('sessions.noOther')}
        list={() => client.me.sessions.list()}
        end={(uuid) => client.me.sessions.end(uuid)}
        endAll={{
          label: say('sessions.endOthers'),
          title: say('sessions.endOthersTitle'),
          hint: say('sessions.endOthersHint'),
          done: say('sessions.othersEnded'),
          run: () => client.me.sessions.endOthers(),
        }}
      />
    </div>
  )
}
