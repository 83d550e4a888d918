import type { ExpertProfile } from '@askline/client'
import { useCallback, useEffect, useState } from 'react'
import { useLive } from '../live/use-live.ts'
import { useMove } from '../live/use-move.ts'

/** Returns the signed-in expert's profile, fetched when first shown, and how to change it. */
export function useProfile() {
  const { client } = useLive()
  const [profile, setProfile] = useState<ExpertProfile>()
  const move = useMove()
  useEffect(() => {
    client.experts.me().then(setProfile, () => undefined)
  }, [client])
  const update = useCallback(
    (changes: Parameters<typeof client.experts.update>[0]) =>
      move.run('profile', async () => setProfile(await client.experts.update(changes))),
    [client, move.run],
  )
  return { profile, update, busy: move.busy !== undefined, fault: move.fault }
}
