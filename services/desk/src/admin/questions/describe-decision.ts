import type { RoutingExplanation } from '@askline/client'
import { languageName } from '../../words/language-name.ts'
import { language } from '../../words/messages.ts'
import { percent } from '../../words/percent.ts'
import { formatDuration } from '../../words/times.ts'
import { say, sayOr } from '../admin-words.ts'

type Decision = RoutingExplanation['decisions'][number]
type Considered = Decision['experts'][number]
type Requirement = NonNullable<Decision['requirement']>

/** Returns what routing decided and by which facts, in sentences of the language in use. */
export function describeDecision(decision: Decision): string {
  const { round, isOpenToAll, requirement, facts } = decision
  return [
    outcomeOf(decision),
    ...(decision.kind === 'wave' && round > 0 ? [say('decision.cameBack', { n: round })] : []),
    ...(isOpenToAll ? [say('decision.openToAll')] : []),
    ...(requirement ? [say('decision.requirement', { requirement: describeRequirement(requirement) })] : []),
    ...(decision.language === null ? [] : [say('decision.language', { language: languageName(decision.language) })]),
    ...describeFacts(facts),
  ].join(' ')
}

function outcomeOf(decision: Decision): string {
  const { kind, wave, asked, considered, cause, facts } = decision
  if (kind === 'wave') return say('decision.wave', { wave, asked, n: considered })
  if (kind === 'wait') {
    const open = countOf(decision, 'offer_open')
    return open > 0 ? say('decision.openOffers', { n: open }) : say('decision.nobody', { n: considered })
  }
  if (cause !== 'rarely_resolved') return say(`decision.${cause ?? 'no_expert'}`)
  const { chance = 0, leastChance = 0, chanceCases = 0 } = facts
  return say('decision.rarely_resolved', { n: chanceCases, chance: percent(chance), least: percent(leastChance) })
}

function countOf({ experts, others }: Decision, wanted: Considered['verdict']): number {
  const unnamed = others.find(({ verdict }) => verdict === wanted)?.count ?? 0
  return unnamed + experts.filter(({ verdict }) => verdict === wanted).length
}

function describeFacts(facts: Decision['facts']): string[] {
  const {
    predictedClass,
    classConfidence = 0,
    promisedMs,
    promiseBasis,
    promiseCases = 0,
    passedOver,
    relaxesInMs,
  } = facts
  const said: string[] = []
  if (passedOver?.length) {
    const requirements = listOf('disjunction', passedOver.map(describeRequirement))
    said.push(say('decision.skipped', { n: passedOver.length, requirements }))
  }
  if (relaxesInMs !== undefined) said.push(say('decision.relaxes', { time: formatDuration(relaxesInMs) }))
  if (predictedClass !== undefined)
    said.push(say('decision.class', { class: predictedClass, share: percent(classConfidence) }))
  if (promisedMs !== undefined && promiseBasis) {
    const basis = say(`basis.${promiseBasis}`)
    said.push(say('decision.promised', { time: formatDuration(promisedMs), n: promiseCases, basis }))
  }
  return said
}

/** Returns why an expert was or was not asked, as a sentence without the name. */
export function describeVerdict({ verdict, unmet, reasons, reasonCodes, declineReason }: Considered): string {
  const lack = unmet ? ` (${describeRequirement(unmet)})` : ''
  const said = [`${capitalized(say(`verdict.${verdict}`))}${lack}.`]
  if (reasons.length > 0) {
    const texts = reasons.map((text, at) => sayOr(`chosen.${reasonCodes[at]}`, text))
    said.push(say('decision.reasons', { reasons: listOf('conjunction', texts) }))
  }
  if (declineReason) said.push(`“${declineReason}”`)
  return said.join(' ')
}

/** Returns what is required of experts, as a part of a sentence. */
function describeRequirement({ topicLevel, certified, elite, companyCategory }: Requirement): string {
  return listOf('conjunction', [
    ...Object.entries(topicLevel ?? {}).map(([topic, level]) => say('requirement.level', { topic, level })),
    ...(elite ? [say('requirement.elite')] : certified ? [say('requirement.certified')] : []),
    ...(companyCategory ? [say('requirement.category')] : []),
  ])
}

const listOf = (type: Intl.ListFormatType, texts: string[]): string =>
  new Intl.ListFormat(language(), { type }).format(texts)
const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1)
