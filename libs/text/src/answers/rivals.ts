import { nearlyKnown } from './likeness.ts'
import type { Retrieval } from './retrieval.ts'

/** So much less nearly than the nearest of all, and a question is another one. */
const asNearly = 0.1

/**
 * Returns how far known answers agree on an answer to a text that is nearly a known question. Returns 1 if no other answer is known
 * for such a question. Otherwise returns its share of the accepted verdicts by Laplace's rule of succession: one of k without
 * verdicts.
 */
export function agreedOn(retrieval: Retrieval, text: string, answer: number, sameness: number): number {
  const accepted = new Map([[answer, 0]])
  for (const known of nearlyKnown(retrieval, text)) {
    if (known.sameness < sameness - asNearly) continue
    const of = retrieval.answerOf[known.entry]!
    accepted.set(of, (accepted.get(of) ?? 0) + known.accepted)
  }
  if (accepted.size === 1) return 1
  const verdicts = [...accepted.values()].reduce((sum, count) => sum + count, 0)
  return (accepted.get(answer)! + 1) / (verdicts + accepted.size)
}
