import { useLive } from '../../live/use-live.ts'
import { useResource } from '../../live/use-resource.ts'
import { Loaded } from '../frame/loaded.tsx'
import { Page } from '../frame/page.tsx'
import { say } from '../words.ts'
import { TrainingSettingsForm } from './training-settings-form.tsx'

/** `/desk/admin/training`: how the models learn. */
export function TrainingPage() {
  const { client } = useLive()
  const settings = useResource('training-settings', () => client.admin.training.settings())
  return (
    <Page title={say('training.title')} lead={say('training.lead')}>
      <Loaded resource={settings}>
        {(value) => <TrainingSettingsForm settings={value} onReload={settings.reload} />}
      </Loaded>
    </Page>
  )
}
