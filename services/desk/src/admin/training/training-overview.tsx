import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Loaded } from '../frame/loaded.tsx'
import { Page } from '../frame/page.tsx'
import { Files } from './files.tsx'
import { Models } from './models.tsx'
import styles from './training-page.module.css'
import { TrainingSettingsForm } from './training-settings-form.tsx'
import { say } from './training-words.ts'

/** Shows the training data, the models and the training settings. */
export function TrainingOverview() {
  const { client } = useLive()
  const settings = useFetch('training-settings', () => client.admin.training.settings())
  return (
    <Page title={say('training.title')} lead={say('training.lead')}>
      <div className={styles['columns']}>
        <Files />
        <div className={styles['column']}>
          <Models />
          <Loaded resource={settings}>
            {(value) => <TrainingSettingsForm settings={value} onReload={settings.reload} />}
          </Loaded>
        </div>
      </div>
    </Page>
  )
}
