import { type ReactNode, useState } from 'react'
import { useLive } from '../../live/use-live.ts'
import { type Account, type MadeLink, purposeFor } from './account.ts'
import { NewLink } from './new-link.tsx'

/** Returns how to make a link for a person, and the dialog that shows it. `onMade` fetches what the page shows again. */
export function useNewLink(
  of: 'experts' | 'staff',
  onMade: () => void,
): { make: (account: Account) => Promise<void>; dialog: ReactNode } {
  const { admin } = useLive().client
  const [made, setMade] = useState<MadeLink>()
  async function make({ uuid, name, email, hasPassword }: Account): Promise<void> {
    const purpose = purposeFor({ hasPassword })
    const link =
      purpose === 'INVITATION'
        ? (await admin.users.invite(uuid)).invitation
        : (await admin[of].resetPassword(uuid)).reset
    setMade({ purpose, name, email, ...link })
    onMade()
  }
  return { make, dialog: made && <NewLink of={made} onClose={() => setMade(undefined)} /> }
}
