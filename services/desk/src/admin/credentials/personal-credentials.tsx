import type { PersonalCredential } from '@askline/client'
import { useState } from 'react'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { collect } from '../../live/collect.ts'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { useMove } from '../../live/use-move.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { Confirm } from '../frame/confirm.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { Row, RowActs, Rows, Section } from '../frame/section.tsx'
import { ChangeCredential } from './change-credential.tsx'
import { CredentialFacts } from './credential-facts.tsx'
import type { HolderKind } from './grantable-scopes.ts'
import { type Made, NewSecret } from './new-secret.tsx'

/** Credentials with which scripts work in the name of a person. */
export function PersonalCredentials({
  uuid,
  name,
  kind,
}: {
  uuid: string
  name: string
  kind: Exclude<HolderKind, 'integration'>
}) {
  const { client } = useLive()
  const [made, setMade] = useState<Made>()
  const [asked, setAsked] = useState<string>()
  const [changing, setChanging] = useState<PersonalCredential>()
  const { run, busy, fault } = useMove()
  const credentials = useFetch(`credentials ${uuid}`, () => collect(client.admin.credentials.list(uuid)))
  return (
    <Section title={say('credentials.title')} lead={say('credentials.lead')}>
      <Loaded resource={credentials}>
        {(all) =>
          all.length === 0 ? (
            <p>{say('credentials.none')}</p>
          ) : (
            <Rows>
              {all.map((credential) => (
                <Row key={credential.clientId}>
                  <code>{credential.clientId}</code>
                  {credential.dateRevoked && (
                    <Badge>{say('credentials.revoked', { time: formatTime(credential.dateRevoked) })}</Badge>
                  )}
                  <CredentialFacts credential={credential} />
                  {!credential.dateRevoked && (
                    <RowActs>
                      <Button size="small" onClick={() => setChanging(credential)}>
                        {say('credentials.change')}
                      </Button>
                      <Button size="small" kind="danger" onClick={() => setAsked(credential.clientId)}>
                        {say('credentials.revoke')}
                      </Button>
                    </RowActs>
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
      {changing && (
        <ChangeCredential
          kind={kind}
          credential={changing}
          onSave={async ({ clientId, scopes, readsPerMinute, writesPerMinute }) => {
            await client.admin.credentials.update(uuid, { clientId, scopes, readsPerMinute, writesPerMinute })
            credentials.reload()
          }}
          onClose={() => setChanging(undefined)}
        />
      )}
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
