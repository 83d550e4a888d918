import { useEffect } from 'react'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { say } from '../admin-words.ts'
import { Loaded } from '../frame/loaded.tsx'
import { Page } from '../frame/page.tsx'
import { Invariants } from './invariants.tsx'
import { Picture } from './picture.tsx'

/** ms between two looks where no event announced a change, and ms in which events are gathered before one look. */
const pictureMs = 5_000
const gatherMs = 1_000
const invariantsMs = 30_000

/** `/desk/admin`: what happens at this moment, and whether everything is in order. */
export function LivePage() {
  const { client } = useLive()
  const picture = useFetch('live', () => client.admin.live(), { pollMs: pictureMs })
  const invariants = useFetch('invariants', () => client.admin.invariants(), { pollMs: invariantsMs })
  const { reload } = picture

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = client.agents.watchQueue(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        reload()
      }, gatherMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client, reload])

  return (
    <Page title={say('live.title')} lead={say('live.lead')}>
      <Loaded resource={picture}>{(found) => <Picture picture={found} />}</Loaded>
      <Loaded resource={invariants}>{(found) => <Invariants invariants={found} />}</Loaded>
    </Page>
  )
}
