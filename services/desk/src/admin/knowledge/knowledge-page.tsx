import { KnowledgeList } from './knowledge-list.tsx'
import { KnownAnswerPage } from './known-answer-page.tsx'

/** `/desk/admin/knowledge`: all known answers, or the one that the address names. */
export function KnowledgePage({ uuid }: { uuid: string | undefined }) {
  return uuid === undefined ? <KnowledgeList /> : <KnownAnswerPage key={uuid} uuid={uuid} />
}
