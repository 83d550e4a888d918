import { isNewcomer } from './exploration.ts'

/** Says in plain words what speaks for an expert, strongest first. `features` as `rank` returns them. */
export function reasonsFor(features: Readonly<Record<string, number>>): string[] {
  const of = (name: string) => features[name] ?? 0
  // A habit is not told from fewer answers.
  const hasRecord = !isNewcomer({ features })
  const reasons: string[] = []
  if (of('asker') > 0) reasons.push('has answered this asker before')
  if (of('similarAccepted') > 0) reasons.push('gave accepted answers to similar questions')
  else if (of('similar30') > 0) reasons.push('answered similar questions')
  else if (of('words') > 0) reasons.push('answered questions with the same words')
  if (of('topic') > 0) reasons.push('names this topic in the profile')
  if (of('level') >= 0.5) reasons.push('declares a high level in this topic')
  if (of('active1d') > 0.5) reasons.push('answered within the last days')
  else if (of('active15d') > 0.5) reasons.push('has been answering lately')
  if (hasRecord && of('acceptance') >= 0.5) reasons.push('most answers get accepted')
  if (hasRecord && of('hour') >= 0.3) reasons.push('often answers at this hour')
  return reasons
}
