import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { RowFact } from '../frame/section.tsx'
import type { Scope } from './grantable-scopes.ts'

/** When a credential was made, what it may do and how often. */
export function CredentialFacts({
  credential: { dateCreated, scopes, readsPerMinute, writesPerMinute },
}: {
  credential: {
    dateCreated: string
    scopes: readonly Scope[]
    readsPerMinute: number | null
    writesPerMinute: number | null
  }
}) {
  const usual = say('integrations.usual')
  const hasLimits = readsPerMinute !== null || writesPerMinute !== null
  return (
    <>
      <RowFact>
        {say('integrations.created')} <time dateTime={dateCreated}>{formatTime(dateCreated)}</time>
      </RowFact>
      <RowFact>{say('credentials.scopes', { scopes: scopes.join(', ') })}</RowFact>
      <RowFact>
        {hasLimits
          ? say('integrations.limits', { reads: readsPerMinute ?? usual, writes: writesPerMinute ?? usual })
          : say('integrations.usualLimits')}
      </RowFact>
    </>
  )
}
