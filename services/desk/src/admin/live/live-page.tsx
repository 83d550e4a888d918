import { useLive } from '../../live/use-live.ts'
import { useResource } from '../../live/use-resource.ts'
import { Loaded } from '../frame/loaded.tsx'
import { Page } from '../frame/page.tsx'
import { say } from '../words.ts'
import { Invariants } from './invariants.tsx'

/** ms between two looks at the invariants. */
const invariantsMs = 30_000

/** `/desk/admin`: what happens at this moment, and whether everything is in order. */
export function LivePage() {
  const { client } = useLive()
  const invariants = useResource('invariants', () => client.admin.invariants(), { pollMs: invariantsMs })
  return (
    <Page title={say('live.title')} lead={say('live.lead')}>
      <Loaded resource={invariants}>{(found) => <Invariants invariants={found} />}</Loaded>
    </Page>
  )
}
