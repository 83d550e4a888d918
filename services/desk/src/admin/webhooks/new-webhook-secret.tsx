import { Secret } from '../frame/secret.tsx'
import { say } from './webhook-words.ts'

/** Shows the new secret of a webhook, the only time that it can be read. */
export function NewWebhookSecret({
  made: { name, secret },
  onClose,
}: {
  made: { name: string; secret: string | null }
  onClose: () => void
}) {
  return (
    <Secret
      title={say('webhooks.secretOf', { name })}
      parts={[{ label: say('webhooks.secret'), value: secret }]}
      onClose={onClose}
    >
      <p>{say('webhooks.secretHint')}</p>
    </Secret>
  )
}
