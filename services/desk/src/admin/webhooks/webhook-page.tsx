import type { WebhookEndpoint } from '@askline/client'
import { useState } from 'react'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { Page } from '../frame/page.tsx'
import { Tabs } from '../frame/tabs.tsx'
import { useFilters } from '../frame/use-filters.ts'
import { Deliveries } from './deliveries.tsx'
import { EnableDialog } from './enable-dialog.tsx'
import { hostOf } from './host-of.ts'
import { WebhookActs } from './webhook-acts.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookSecrets } from './webhook-secrets.tsx'
import { StateNotice } from './webhook-state.tsx'
import { say } from './webhook-words.ts'

/** ms between two looks at the state. */
const lookMs = 5_000

/** `/desk/admin/webhooks/:uuid`: the deliveries of a webhook, and its settings with `?part=settings`. */
export function WebhookPage({ uuid }: { uuid: string }) {
  const { client } = useLive()
  const found = useFetch(`webhook ${uuid}`, () => client.admin.webhooks.get(uuid), { pollMs: lookMs })
  const webhook = found.value
  const here = `/admin/webhooks/${uuid}`
  const { filters } = useFilters(['part'])
  const isSettings = filters.part === 'settings'
  return (
    <Page
      title={webhook?.name ?? say('webhooks.one')}
      {...(webhook ? { lead: hostOf(webhook.url) } : {})}
      back={{ href: '/admin/webhooks', name: say('webhooks.title') }}
      actions={webhook && <WebhookActs webhook={webhook} onReload={found.reload} />}
    >
      <Tabs
        label={say('webhooks.parts')}
        here={isSettings ? `${here}?part=settings` : here}
        tabs={[
          { href: here, text: say('webhooks.deliveries') },
          { href: `${here}?part=settings`, text: say('webhooks.form') },
        ]}
      />
      <Loaded resource={found} missing={say('webhooks.missing')}>
        {(webhook) => (
          <>
            <StateNotice webhook={webhook} enable={<EnableButton webhook={webhook} onReload={found.reload} />} />
            {isSettings ? (
              <>
                <WebhookForm webhook={webhook} onReload={found.reload} />
                <WebhookSecrets webhook={webhook} onReload={found.reload} />
              </>
            ) : (
              <Deliveries webhook={webhook} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function EnableButton({ webhook, onReload }: { webhook: WebhookEndpoint; onReload: () => void }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Button size="small" kind="primary" onClick={() => setIsAsked(true)}>
        {say('webhooks.enable')}
      </Button>
      {isAsked && <EnableDialog webhook={webhook} onReload={onReload} onClose={() => setIsAsked(false)} />}
    </>
  )
}
