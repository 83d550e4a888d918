import { WebhookList } from './webhook-list.tsx'
import { WebhookPage } from './webhook-page.tsx'

/** `/desk/admin/webhooks`: all webhooks, or the one that the address names. */
export function WebhooksPage({ uuid }: { uuid: string | undefined }) {
  return uuid === undefined ? <WebhookList /> : <WebhookPage key={uuid} uuid={uuid} />
}
