import type { Integration } from '@askline/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { FormDialog } from '../../desk/form-dialog.tsx'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { TextField } from '../../ui/field.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { Column } from '../../ui/table.tsx'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { type Made, NewSecret } from '../credentials/new-secret.tsx'
import { ManagedList } from '../frame/managed-list.tsx'
import { NameField } from '../frame/name-field.tsx'

const columns: Column<Integration>[] = [
  {
    name: 'name',
    title: say('integrations.name'),
    width: 'wide',
    cell: ({ uuid, name }) => <RowLink href={`/admin/integrations/${uuid}`}>{name}</RowLink>,
  },
  { name: 'systemId', title: say('integrations.systemId'), cell: ({ systemId }) => <code>{systemId}</code> },
  {
    name: 'secrets',
    title: say('integrations.secrets'),
    width: 'narrow',
    isNumber: true,
    cell: ({ credentials }) => credentials.length,
  },
  {
    name: 'created',
    title: say('integrations.created'),
    width: 'time',
    cell: ({ dateCreated }) => <time dateTime={dateCreated}>{formatTime(dateCreated)}</time>,
  },
]

/** The client applications of the company. */
export function IntegrationList() {
  const { client } = useLive()
  const [, go] = useLocation()
  const list = useFetch('integrations', () => client.admin.integrations.list({ limit: 100 }))
  const [added, setAdded] = useState<Made & { uuid: string; name: string }>()
  return (
    <ManagedList
      of="integrations"
      icon="arrow-up-right"
      list={list}
      columns={columns}
      form={(onClose) => <NewIntegration onAdded={setAdded} onClose={onClose} />}
    >
      {added && (
        <NewSecret
          title={say('integrations.secretOf', { name: added.name })}
          made={added}
          onClose={() => go(`/admin/integrations/${added.uuid}`)}
        />
      )}
    </ManagedList>
  )
}

function NewIntegration({
  onAdded,
  onClose,
}: {
  onAdded: (added: Made & { uuid: string; name: string }) => void
  onClose: () => void
}) {
  const { client } = useLive()
  const [name, setName] = useState('')
  const [systemId, setSystemId] = useState('')
  return (
    <FormDialog
      title={say('integrations.add')}
      doLabel={say('integrations.add')}
      onClose={onClose}
      onSubmit={async () => onAdded(await client.admin.integrations.create({ name, systemId }))}
    >
      {(faultOf) => (
        <>
          <NameField of="integrations" name={name} fault={faultOf('name')} onChange={setName} />
          <TextField
            label={say('integrations.systemId')}
            hint={say('integrations.systemIdHint')}
            required
            maxLength={200}
            pattern="[a-z0-9.\-]+"
            autoCapitalize="none"
            spellCheck={false}
            value={systemId}
            fault={faultOf('systemId')}
            onChange={(event) => setSystemId(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
