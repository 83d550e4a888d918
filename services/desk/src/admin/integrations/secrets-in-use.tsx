import type { Integration } from '@askline/client'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../words/times.ts'
import { Row, RowFact, Rows, Section } from '../frame/section.tsx'
import { say } from '../words.ts'

/** The secrets with which an integration can obtain tokens, oldest first. */
export function SecretsInUse({ integration: { credentials } }: { integration: Integration }) {
  return (
    <Section title={say('integrations.secrets')}>
      <Rows>
        {credentials.map(({ clientId, dateCreated, dateEnds, readsPerMinute, writesPerMinute }) => (
          <Row key={clientId}>
            <code>{clientId}</code>
            <Badge kind={dateEnds ? 'warn' : 'good'}>
              {dateEnds ? say('integrations.ends', { time: formatTime(dateEnds) }) : say('integrations.inUse')}
            </Badge>
            <RowFact>
              {say('integrations.created')} <time dateTime={dateCreated}>{formatTime(dateCreated)}</time>
            </RowFact>
            <RowFact>
              {say('integrations.limits', {
                reads: readsPerMinute ?? say('integrations.usual'),
                writes: writesPerMinute ?? say('integrations.usual'),
              })}
            </RowFact>
          </Row>
        ))}
      </Rows>
    </Section>
  )
}
