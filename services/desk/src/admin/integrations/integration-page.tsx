import type { Integration } from '@askline/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { FormDialog } from '../../desk/form-dialog.tsx'
import { useEdit } from '../../live/use-edit.ts'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { say } from '../admin-words.ts'
import { type Made, NewSecret } from '../credentials/new-secret.tsx'
import { Confirm } from '../frame/confirm.tsx'
import { Form } from '../frame/form.tsx'
import { LinesField } from '../frame/lines-field.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { NameField } from '../frame/name-field.tsx'
import { Page } from '../frame/page.tsx'
import { SecretsInUse } from './secrets-in-use.tsx'

/** `/desk/admin/integrations/:uuid`: an application with its secrets. */
export function IntegrationPage({ uuid }: { uuid: string }) {
  const { client } = useLive()
  const found = useFetch(`integration ${uuid}`, () => client.admin.integrations.get(uuid))
  const integration = found.value
  return (
    <Page
      title={integration?.name ?? say('integrations.one')}
      {...(integration ? { lead: integration.systemId } : {})}
      back={{ href: '/admin/integrations', name: say('integrations.title') }}
      actions={integration && <Acts integration={integration} onReload={found.reload} />}
    >
      <Loaded resource={found} missing={say('integrations.missing')}>
        {(integration) => (
          <>
            <IntegrationForm integration={integration} onReload={found.reload} />
            <SecretsInUse integration={integration} onReload={found.reload} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const fieldsOf = ({ name, redirectUris }: Integration) => ({ name, redirectUris })

function IntegrationForm({ integration, onReload }: { integration: Integration; onReload: () => void }) {
  const { client } = useLive()
  const edit = useEdit({
    value: integration,
    fieldsOf,
    save: (changes, options) => client.admin.integrations.update(integration.uuid, changes, options),
  })
  const { fields, set, faultOf } = edit
  return (
    <Form title={say('integrations.form')} edit={edit} onReload={onReload}>
      <NameField of="integrations" name={fields.name} fault={faultOf('name')} onChange={(name) => set('name', name)} />
      <LinesField
        label={say('integrations.redirects')}
        hint={say('integrations.redirectsHint')}
        lines={fields.redirectUris}
        fault={faultOf('redirectUris')}
        onChange={(lines) => set('redirectUris', lines)}
      />
    </Form>
  )
}

const hourMs = 3_600_000
const overlaps = [
  { value: String(24 * hourMs), text: say('integrations.overlapDay') },
  { value: String(hourMs), text: say('integrations.overlapHour') },
  { value: String(7 * 24 * hourMs), text: say('integrations.overlapWeek') },
  { value: '0', text: say('integrations.overlapNone') },
]

/** Makes a new secret, or removes the integration. */
function Acts({ integration: { uuid, name, systemId }, onReload }: { integration: Integration; onReload: () => void }) {
  const { client } = useLive()
  const [, go] = useLocation()
  const [asked, setAsked] = useState<'rotate' | 'remove'>()
  const [overlap, setOverlap] = useState(String(24 * hourMs))
  const [made, setMade] = useState<Made>()
  const close = () => setAsked(undefined)
  return (
    <>
      <Button icon="rotate-ccw" onClick={() => setAsked('rotate')}>
        {say('integrations.rotate')}
      </Button>
      <Button kind="danger" icon="trash-2" onClick={() => setAsked('remove')}>
        {say('integrations.remove')}
      </Button>
      {asked === 'rotate' && (
        <FormDialog
          title={say('integrations.rotate')}
          doLabel={say('integrations.rotate')}
          onClose={close}
          onSubmit={async () => {
            setMade(await client.admin.integrations.rotateSecret(uuid, Number(overlap)))
            onReload()
          }}
        >
          {() => (
            <>
              <p>{say('integrations.rotateHint')}</p>
              <Select
                label={say('integrations.overlap')}
                value={overlap}
                options={overlaps}
                onChange={(event) => setOverlap(event.currentTarget.value)}
              />
            </>
          )}
        </FormDialog>
      )}
      {asked === 'remove' && (
        <Confirm
          title={say('integrations.removeTitle', { name })}
          doLabel={say('integrations.remove')}
          isDanger
          typed={systemId}
          onClose={close}
          onConfirm={async () => {
            await client.admin.integrations.remove(uuid)
            showToast(say('integrations.removed'))
            go('/admin/integrations', { replace: true })
          }}
        >
          <p>{say('integrations.removeHint')}</p>
        </Confirm>
      )}
      {made && (
        <NewSecret title={say('integrations.secretOf', { name })} made={made} onClose={() => setMade(undefined)} />
      )}
    </>
  )
}
