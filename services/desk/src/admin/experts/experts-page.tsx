import { ExpertList } from './expert-list.tsx'
import { ExpertPage } from './expert-page.tsx'

/** `/desk/admin/experts`: all experts, or the one that the address names. */
export function ExpertsPage({ uuid }: { uuid: string | undefined }) {
  return uuid === undefined ? <ExpertList /> : <ExpertPage key={uuid} uuid={uuid} />
}
