import { useEffect, useState } from 'react'
import { say } from './account-words.tsx'
import { Card } from './card.tsx'
import { ForgotPage } from './forgot-page.tsx'
import { LinkPage } from './link-page.tsx'
import { onNewToken } from './link-token.ts'
import { SetupPage } from './setup-page.tsx'

/** The page of an address. `firstToken` came with it. */
export function AccountPages({ path, firstToken }: { path: string; firstToken: string | undefined }) {
  const [token, setToken] = useState(firstToken)
  useEffect(() => onNewToken(setToken), [])

  if (path === '/setup') return <SetupPage token={token} />
  if (path === '/password')
    return token === undefined ? <ForgotPage /> : <LinkPage key={token} token={token} kind="RESET" />
  if (token !== undefined) return <LinkPage key={token} token={token} kind="INVITATION" />
  return (
    <Card title={say('invitation.noTokenTitle')} lead={say('invitation.noToken')}>
      <a href="/desk">{say('signIn.link')}</a>
    </Card>
  )
}
