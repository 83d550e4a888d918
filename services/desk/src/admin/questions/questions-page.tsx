import { QuestionList } from './question-list.tsx'
import { QuestionPage } from './question-page.tsx'

/** `/desk/admin/questions`: all questions, or the one that the address names. */
export function QuestionsPage({ uuid }: { uuid: string | undefined }) {
  return uuid === undefined ? <QuestionList /> : <QuestionPage key={uuid} uuid={uuid} />
}
