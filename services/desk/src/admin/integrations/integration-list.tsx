import type { Integration } from '@askline/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useList } from '../../live/use-list.ts'
import { useLive } from '../../live/use-live.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { TextField } from '../../ui/field.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { Column } from '../../ui/table.tsx'
import { formatTime } from '../../words/times.ts'
import { type Made, NewSecret } from '../credentials/new-secret.tsx'
import { FormDialog } from '../frame/form-dialog.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { Page } from '../frame/page.tsx'
import { say } from '../words.ts'

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
    cell: ({ dateCreated }) => <time dateTime={dateCreated}>{formatTime(dateCreated)}</time>,
  },
]

/** The client applications of the company. */
export function IntegrationList() {
  const { client } = useLive()
  const [, go] = useLocation()
  const list = useList('integrations', () => client.admin.integrations.list({ limit: 100 }))
  const [isAdding, setIsAdding] = useState(false)
  const [added, setAdded] = useState<Made & { uuid: string; name: string }>()
  return (
    <Page
      isFilled
      title={say('integrations.title')}
      lead={say('integrations.lead')}
      actions={
        <Button kind="primary" icon="plus" onClick={() => setIsAdding(true)}>
          {say('integrations.add')}
        </Button>
      }
    >
      <ListTable
        label={say('integrations.title')}
        list={list}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        empty={<Empty icon="arrow-up-right" title={say('integrations.none')} />}
      />
      {isAdding && <NewIntegration onAdded={setAdded} onClose={() => setIsAdding(false)} />}
      {added && (
        <NewSecret
          title={say('integrations.secretOf', { name: added.name })}
          made={added}
          onClose={() => go(`/admin/integrations/${added.uuid}`)}
        />
      )}
    </Page>
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
      <TextField
        label={say('integrations.name')}
        hint={say('integrations.nameHint')}
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={say('integrations.systemId')}
        hint={say('integrations.systemIdHint')}
        required
        maxLength={200}
        pattern="[a-z0-9.\-]+"
        autoCapitalize="none"
        spellCheck={false}
        value={systemId}
        onChange={(event) => setSystemId(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
