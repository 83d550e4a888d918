import type { WebhookEndpoint } from '@askline/client'
import { useState } from 'react'
import { FormDialog } from '../../desk/form-dialog.tsx'
import { useLive } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { formatTime } from '../../words/times.ts'
import { Row, RowActs, Rows, Section } from '../frame/section.tsx'
import { NewWebhookSecret } from './new-webhook-secret.tsx'
import { say } from './webhook-words.ts'

/** The secrets that sign the requests of a webhook, oldest first. */
export function WebhookSecrets({ webhook, onReload }: { webhook: WebhookEndpoint; onReload: () => void }) {
  const { client } = useLive()
  const { uuid, name, format, secrets } = webhook
  const [isAsked, setIsAsked] = useState(false)
  const [ends, setEnds] = useState<'overlap' | 'atOnce'>('overlap')
  const [made, setMade] = useState<string | null>()
  return (
    <Section
      title={say('webhooks.secrets')}
      lead={say(format === 'STANDARD' ? 'webhooks.secretsLead' : 'webhooks.secretsOfChat')}
    >
      <Rows>
        {secrets.map(({ uuid, dateCreated, dateRetires }, at) => (
          <Row key={uuid}>
            <span>{say('webhooks.secretMade', { time: formatTime(dateCreated) })}</span>
            <Badge kind={dateRetires === null ? 'good' : 'warn'}>
              {dateRetires === null
                ? say('webhooks.secretInUse')
                : say('webhooks.secretEnds', { time: formatTime(dateRetires) })}
            </Badge>
            {at === secrets.length - 1 && (
              <RowActs>
                <Button size="small" icon="rotate-ccw" onClick={() => setIsAsked(true)}>
                  {say('webhooks.rotate')}
                </Button>
              </RowActs>
            )}
          </Row>
        ))}
      </Rows>
      {isAsked && (
        <FormDialog
          title={say('webhooks.rotate')}
          doLabel={say('webhooks.rotate')}
          onClose={() => setIsAsked(false)}
          onSubmit={async () => {
            const { secret } = await client.admin.webhooks.rotateSecret(uuid, { revokeNow: ends === 'atOnce' })
            setMade(secret)
            onReload()
          }}
        >
          {() => (
            <>
              <p>{say('webhooks.rotateHint')}</p>
              <Select
                label={say('webhooks.rotateOld')}
                value={ends}
                options={(['overlap', 'atOnce'] as const).map((value) => ({ value, text: say(`webhooks.${value}`) }))}
                onChange={(event) => setEnds(event.currentTarget.value as typeof ends)}
              />
            </>
          )}
        </FormDialog>
      )}
      {made !== undefined && <NewWebhookSecret made={{ name, secret: made }} onClose={() => setMade(undefined)} />}
    </Section>
  )
}
