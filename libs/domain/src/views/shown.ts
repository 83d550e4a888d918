import type { QuestionView, ResponseView } from '@askline/contracts'
import { type Tx, together } from '@askline/db'
import type { Actor } from '../actors.ts'
import { viewOwnResponses, viewQuestions } from './find.ts'

/** The data of the answer to a change: its question, a response of it, or what `view` returns once the change is written. */
export type Shown =
  | { is: 'question'; questionId: string }
  | { is: 'response'; questionId: string; responseId: string }
  | { is: 'written'; view: () => object }

/**
 * Returns functions that return what the answers to a list of changes show. Its statements are sent at once, so they see the changes
 * that were sent before; call the functions once those are written. Throws NotFoundError if an actor may not see the question.
 */
export async function viewShown(
  tx: Tx,
  shown: { actor: Actor; shown: Shown }[],
  publicUrl: string,
): Promise<(() => object)[]> {
  const wanted = <Is extends Shown['is']>(is: Is) =>
    shown.flatMap(({ actor, shown: one }) => (one.is === is ? [{ ...(one as Extract<Shown, { is: Is }>), actor }] : []))
  const [questions, responses] = await together(
    viewQuestions(tx, wanted('question'), publicUrl),
    viewOwnResponses(tx, wanted('response'), publicUrl),
  )
  const [nextQuestion, nextResponse] = [questions.values(), responses.values()]
  return shown.map(({ shown: one }) => {
    if (one.is === 'written') return one.view
    const view = (one.is === 'question' ? nextQuestion : nextResponse).next().value as QuestionView | ResponseView
    return () => view
  })
}
