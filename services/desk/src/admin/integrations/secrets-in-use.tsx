import type { Integration } from '@askline/client'
import { useState } from 'react'
import { useLive } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { ChangeCredential } from '../credentials/change-credential.tsx'
import { CredentialFacts } from '../credentials/credential-facts.tsx'
import { Row, RowActs, Rows, Section } from '../frame/section.tsx'

/** The secrets with which an integration can obtain tokens, oldest first. */
export function SecretsInUse({ integration, onReload }: { integration: Integration; onReload: () => void }) {
  const { client } = useLive()
  const [changing, setChanging] = useState<Integration['credentials'][number]>()
  return (
    <Section title={say('integrations.secrets')}>
      {integration.credentials.length === 0 && <p>{say('integrations.noSecret')}</p>}
      <Rows>
        {integration.credentials.map((credential) => (
          <Row key={credential.clientId}>
            <code>{credential.clientId}</code>
            <Badge kind={credential.dateEnds ? 'warn' : 'good'}>
              {credential.dateEnds
                ? say('integrations.ends', { time: formatTime(credential.dateEnds) })
                : say('integrations.inUse')}
            </Badge>
            <CredentialFacts credential={credential} />
            <RowActs>
              <Button size="small" onClick={() => setChanging(credential)}>
                {say('credentials.change')}
              </Button>
            </RowActs>
          </Row>
        ))}
      </Rows>
      {changing && (
        <ChangeCredential
          kind="integration"
          credential={changing}
          onSave={async ({ clientId, scopes, readsPerMinute, writesPerMinute }) => {
            const changes = { clientId, scopes, readsPerMinute, writesPerMinute }
            await client.admin.integrations.updateCredential(integration.uuid, changes)
            onReload()
          }}
          onClose={() => setChanging(undefined)}
        />
      )}
    </Section>
  )
}
