import { ModelPage } from './model-page.tsx'
import { TrainingOverview } from './training-overview.tsx'

/** `/desk/admin/training`: files, models and settings, or the model that the address names. */
export function TrainingPage({ uuid }: { uuid: string | undefined }) {
  return uuid === undefined ? <TrainingOverview /> : <ModelPage key={uuid} uuid={uuid} />
}
