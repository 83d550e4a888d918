import type { Client, ExpertProfile } from '@askline/client'
import { openLoaded } from '../live/loaded.ts'
import { oncePerClient } from '../live/once-per-client.ts'
import { useCell, useLive } from '../live/use-live.ts'

type Changes = Parameters<Client['experts']['update']>[0]

const profileOf = oncePerClient((client) => openLoaded(() => client.experts.me()))

/** Returns the signed-in expert's profile and how to change it. All places of the page show the same one. */
export function useProfile() {
  const { client } = useLive()
  const profile = profileOf(client)
  const { value, error } = useCell(profile.cell)
  return {
    profile: value,
    error,
    look: profile.look,
    /** Rejects if the service refuses the changes. */
    save: async (changes: Changes): Promise<ExpertProfile> => {
      const saved = await client.experts.update(changes)
      profile.show(saved)
      return saved
    },
  }
}
