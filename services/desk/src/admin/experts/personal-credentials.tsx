import type { PersonalCredential } from '@askline/client'
import { useState } from 'react'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { useLive } from '../../live/use-live.ts'
import { useMove } from '../../live/use-move.ts'
import { useResource } from '../../live/use-resource.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { formatTime } from '../../words/times.ts'
import { Confirm } from '../frame/confirm.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { Row, RowFact, Rows, Section } from '../frame/section.tsx'
import { type Made, NewSecret } from '../integrations/new-secret.tsx'
import { say } from '../words.ts'

/** Credentials with which scripts work in the name of a person. */
export function PersonalCredentials({ uuid, name }: { uuid: string; name: string }) {
  const { client } = useLive()
  const [made, setMade] = useState<Made>()
  const [asked, setAsked] = useState<string>()
  const { run, busy, fault } = useMove()
  const credentials = useResource(`credentials ${uuid}`, async () => {
    const all: PersonalCredential[] = []
    for await (const credential of client.admin.credentials.list(uuid)) all.push(credential)
    return all
  })
  return (
    <Section title={say('credentials.title')} lead={say('credentials.lead')}>
      <Loaded resource={credentials}>
        {(all) =>
          all.length === 0 ? (
            <p>{say('credentials.none')}</p>
          ) : (
            <Rows>
              {all.map(({ clientId, scopes, dateCreated, dateRevoked }) => (
                <Row key={clientId}>
                  <code>{clientId}</code>
                  {dateRevoked && <Badge>{say('credentials.revoked', { time: formatTime(dateRevoked) })}</Badge>}
                  <RowFact>
                    {say('integrations.created')} <time dateTime={dateCreated}>{formatTime(dateCreated)}</time>
                  </RowFact>
                  <RowFact>{say('credentials.scopes', { scopes: scopes.join(', ') })}</RowFact>
                  {!dateRevoked && (
                    <Button size="small" kind="danger" onClick={() => setAsked(clientId)}>
                      {say('credentials.revoke')}
                    </Button>
                  )}
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <FaultNotice fault={fault} />
      <div>
        <Button
          icon="plus"
          isBusy={busy !== undefined}
          onClick={() =>
            void run('create', async () => {
              setMade(await client.admin.credentials.create(uuid))
              credentials.reload()
            })
          }
        >
          {say('credentials.add')}
        </Button>
      </div>
      {asked !== undefined && (
        <Confirm
          title={say('credentials.revokeTitle', { clientId: asked })}
          doLabel={say('credentials.revoke')}
          isDanger
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await client.admin.credentials.revoke(uuid, asked)
            showToast(say('credentials.revokedNow'))
            credentials.reload()
          }}
        >
          <p>{say('credentials.revokeHint')}</p>
        </Confirm>
      )}
      {made && <NewSecret title={say('credentials.of', { name })} made={made} onClose={() => setMade(undefined)} />}
    </Section>
  )
}
