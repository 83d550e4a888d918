import type { Retrieval } from './answer-index.ts'
import { nearlyKnown } from './likeness.ts'

/** So much less nearly than the nearest of all, and a question is another one. */
const asNearly = 0.1

/**
 * How far what is known agrees that an answer, whose question the text nearly is, is the one to it: 1 where no other is known for as
 * nearly the same question, else its share of the verdicts accepted there, by Laplace's rule of succession: one of k without any.
 */
export function agreedOn(
  retrieval: Retrieval,
  text: string,
  answer: number,
  sameness: number,
  suspended: ReadonlySet<number>,
): number {
  const accepted = new Map([[answer, 0]])
  for (const known of nearlyKnown(retrieval, text)) {
    if (suspended.has(known.entry) || known.sameness < sameness - asNearly) continue
    const of = retrieval.answerOf[known.entry]!
    accepted.set(of, (accepted.get(of) ?? 0) + known.accepted)
  }
  if (accepted.size === 1) return 1
  const verdicts = [...accepted.values()].reduce((sum, count) => sum + count, 0)
  return (accepted.get(answer)! + 1) / (verdicts + accepted.size)
}
