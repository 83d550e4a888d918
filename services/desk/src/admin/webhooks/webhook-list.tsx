import type { WebhookEndpoint } from '@askline/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { FormDialog } from '../../desk/form-dialog.tsx'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { RowLink } from '../../ui/row-link.tsx'
import type { Column } from '../../ui/table.tsx'
import { shownText } from '../../words/shown-text.ts'
import { formatTime } from '../../words/times.ts'
import { ManagedList } from '../frame/managed-list.tsx'
import { hostOf } from './host-of.ts'
import { NewWebhookSecret } from './new-webhook-secret.tsx'
import { newValues, WebhookFields } from './webhook-fields.tsx'
import { StateBadge } from './webhook-state.tsx'
import { say } from './webhook-words.ts'

/** ms between two looks at the states. */
const lookMs = 10_000

const columns: Column<WebhookEndpoint>[] = [
  {
    name: 'name',
    title: say('webhooks.name'),
    width: 'wide',
    cell: ({ uuid, name }) => <RowLink href={`/admin/webhooks/${uuid}`}>{shownText(name)}</RowLink>,
  },
  { name: 'url', title: say('webhooks.url'), width: 'wide', cell: ({ url }) => <bdi>{hostOf(url)}</bdi> },
  { name: 'format', title: say('webhooks.format'), cell: ({ format }) => say(`webhooks.${format}`) },
  { name: 'state', title: say('webhooks.state'), cell: (webhook) => <StateBadge webhook={webhook} /> },
  {
    name: 'created',
    title: say('webhooks.created'),
    width: 'time',
    cell: ({ dateCreated }) => <time dateTime={dateCreated}>{formatTime(dateCreated)}</time>,
  },
]

/** The webhooks of the company. */
export function WebhookList() {
  const { client } = useLive()
  const [, go] = useLocation()
  const list = useFetch('webhooks', () => client.admin.webhooks.list(), { pollMs: lookMs })
  const [added, setAdded] = useState<{ uuid: string; name: string; secret: string | null }>()
  return (
    <ManagedList
      of="webhooks"
      icon="webhook"
      list={list}
      columns={columns}
      emptyAction={<a href="/docs/guide/webhooks">{say('webhooks.docs')}</a>}
      form={(onClose) => <NewWebhook onAdded={setAdded} onClose={onClose} />}
    >
      {added && <NewWebhookSecret made={added} onClose={() => go(`/admin/webhooks/${added.uuid}`)} />}
    </ManagedList>
  )
}

function NewWebhook({
  onAdded,
  onClose,
}: {
  onAdded: (added: { uuid: string; name: string; secret: string | null }) => void
  onClose: () => void
}) {
  const { client } = useLive()
  const [values, setValues] = useState(newValues)
  return (
    <FormDialog
      title={say('webhooks.add')}
      doLabel={say('webhooks.add')}
      onClose={onClose}
      onSubmit={async () => onAdded(await client.admin.webhooks.create(values))}
    >
      {(faultOf) => (
        <WebhookFields
          values={values}
          faultOf={faultOf}
          onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
        />
      )}
    </FormDialog>
  )
}
