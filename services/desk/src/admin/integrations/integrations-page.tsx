import { IntegrationList } from './integration-list.tsx'
import { IntegrationPage } from './integration-page.tsx'

/** `/desk/admin/integrations`: all integrations, or the one that the address names. */
export function IntegrationsPage({ uuid }: { uuid: string | undefined }) {
  return uuid === undefined ? <IntegrationList /> : <IntegrationPage key={uuid} uuid={uuid} />
}
