import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { say } from '../admin-words.ts'
import { Loaded } from '../frame/loaded.tsx'
import { Page } from '../frame/page.tsx'
import { WidgetForm } from './widget-form.tsx'
import { WidgetSteps } from './widget-steps.tsx'

/** `/desk/admin/widget`: on which pages the widget may be shown, how it looks, and how to put it into a page. */
export function WidgetPage() {
  const { client } = useLive()
  const company = useFetch('company', () => client.admin.company.get())
  return (
    <Page title={say('widget.title')} lead={say('widget.lead')}>
      <Loaded resource={company}>
        {(value) => (
          <>
            <WidgetForm company={value} onReload={company.reload} />
            <WidgetSteps tag={value.tag} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
