import { isNewcomer, shortRecord } from './exploration.ts'

/** Every reason for which an expert is asked. `offerReasons` of the contracts has their codes; a test compares them. */
export const reasonTexts = {
  acceptedByAsker: 'gave this asker an accepted answer',
  answeredAsker: 'has answered this asker before',
  acceptedOnSimilar: 'gave accepted answers to similar questions',
  answeredSimilar: 'answered similar questions',
  sameWords: 'answered questions with the same words',
  topicInProfile: 'names this topic in the profile',
  highLevel: 'declares a high level in this topic',
  activeNow: 'answered within the last days',
  activeLately: 'has been answering lately',
  mostlyAccepted: 'most answers get accepted',
  usualHour: 'often answers at this hour',
  earnsRecord: `has given fewer than ${shortRecord} answers and is asked so as to earn a record`,
} as const

/** Says in plain words what speaks for an expert, strongest first. `features` as `rank` returns them. */
export function reasonsFor(features: Readonly<Record<string, number>>): string[] {
  const of = (name: string) => features[name] ?? 0
  // A habit is not told from fewer answers.
  const hasRecord = !isNewcomer({ features })
  const reasons: string[] = []
  if (of('knowsAsker') > 0) reasons.push(reasonTexts.acceptedByAsker)
  if (of('asker') > 0) reasons.push(reasonTexts.answeredAsker)
  if (of('similarAccepted') > 0) reasons.push(reasonTexts.acceptedOnSimilar)
  else if (of('similar30') > 0) reasons.push(reasonTexts.answeredSimilar)
  else if (of('words') > 0) reasons.push(reasonTexts.sameWords)
  if (of('topic') > 0) reasons.push(reasonTexts.topicInProfile)
  if (of('level') >= 0.5) reasons.push(reasonTexts.highLevel)
  if (of('active1d') > 0.5) reasons.push(reasonTexts.activeNow)
  else if (of('active15d') > 0.5) reasons.push(reasonTexts.activeLately)
  if (hasRecord && of('acceptance') >= 0.5) reasons.push(reasonTexts.mostlyAccepted)
  if (hasRecord && of('hour') >= 0.3) reasons.push(reasonTexts.usualHour)
  return reasons
}
