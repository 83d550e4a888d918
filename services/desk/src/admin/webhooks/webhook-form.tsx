import type { WebhookEndpoint } from '@askline/client'
import { useEdit } from '../../live/use-edit.ts'
import { useLive } from '../../live/use-live.ts'
import { Form } from '../frame/form.tsx'
import { WebhookFields, type WebhookValues } from './webhook-fields.tsx'
import { say } from './webhook-words.ts'

const fieldsOf = ({ name, url, format, types, includeState }: WebhookEndpoint): WebhookValues => ({
  name,
  url,
  format,
  types,
  includeState,
})

/** The settings of a webhook. */
export function WebhookForm({ webhook, onReload }: { webhook: WebhookEndpoint; onReload: () => void }) {
  const { client } = useLive()
  const edit = useEdit({
    value: webhook,
    fieldsOf,
    save: (changes, options) => client.admin.webhooks.update(webhook.uuid, changes, options),
  })
  return (
    <Form title={say('webhooks.form')} edit={edit} onReload={onReload}>
      <WebhookFields values={edit.fields} faultOf={edit.faultOf} onChange={edit.set} />
    </Form>
  )
}
