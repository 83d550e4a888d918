import type { Signals } from './candidates.ts'

/** Says in plain words what spoke for an expert, strongest first. */
export function reasonsFor(signals: Signals): string[] {
  const reasons: string[] = []
  const { similarCount, similarWell, topic, level, asker, recently } = signals
  if (similarCount > 0) {
    const well = similarWell >= 1 ? ', with accepted or well rated answers' : ''
    reasons.push(`answered ${similarCount === 1 ? 'a similar question' : `${similarCount} similar questions`}${well}`)
  }
  if (topic > 0) reasons.push('names this topic in the profile')
  if (level >= 0.5) reasons.push('declares a high level in this topic')
  if (asker > 0) reasons.push('has helped this asker before')
  if (recently >= 1) reasons.push('has been answering lately')
  return reasons
}
