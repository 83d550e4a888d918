import type { Requirement, RequirementStep } from '@askline/contracts'
import { InvalidValueError } from '../errors.ts'

/** Bounds of the integer levels that a company can give in a topic. */
export const topicLevels = { lowest: 1, highest: 5 } as const

/** Returns levels by topic as shares of the highest level, above 0 and at most 1. */
export const levelShares = (levels: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(levels).map(([topic, level]) => [topic, level / topicLevels.highest]))

/** The qualifications of an expert. */
export type Qualified = {
  topicLevels: Readonly<Record<string, number>>
  isCertified: boolean
  isElite: boolean
  categoryIds: readonly string[]
}

/** Returns the part of a requirement that an expert does not meet, or `undefined`. Compares topics without case. */
export function unmetBy(expert: Qualified, requirement: Requirement, categoryId: string): Requirement | undefined {
  const unmet: Requirement = {}
  const short = Object.entries(requirement.topicLevel ?? {}).filter(([topic, level]) => levelOf(expert, topic) < level)
  if (short.length > 0) unmet.topicLevel = Object.fromEntries(short)
  if (requirement.certified && !expert.isCertified && !expert.isElite) unmet.certified = true
  if (requirement.elite && !expert.isElite) unmet.elite = true
  if (requirement.companyCategory && !expert.categoryIds.includes(categoryId)) unmet.companyCategory = true
  return Object.keys(unmet).length > 0 ? unmet : undefined
}

function levelOf({ topicLevels }: Qualified, topic: string): number {
  const wanted = topic.trim().toLowerCase()
  const levels = Object.entries(topicLevels).filter(([name]) => name.trim().toLowerCase() === wanted)
  return Math.max(0, ...levels.map(([, level]) => level))
}

/** The step that applies. */
export type InForce = {
  /** Undefined: nothing is required. */
  requirement: Requirement | undefined
  /** ms until the next step applies; undefined: never. */
  endsInMs: number | undefined
}

/** The result of a category's steps for one question. */
export type RequirementFound = {
  /** Undefined: no expert can meet any of the remaining steps. */
  inForce: InForce | undefined
  /** Steps before the one in force that were skipped because no expert can ever meet them. */
  passedOver: Requirement[]
}

/**
 * Returns the step that applies to a question of this age in routing, in ms. Skips steps that no expert can ever meet (`canMeet`);
 * the steps after them keep their end.
 */
export function requirementInForce(
  steps: readonly RequirementStep[],
  ageMs: number,
  canMeet: (requirement: Requirement | undefined) => boolean,
): RequirementFound {
  const passedOver: Requirement[] = []
  let endsAt = 0
  for (const { forMs, ...required } of steps) {
    endsAt += forMs ?? Number.POSITIVE_INFINITY
    if (ageMs >= endsAt) continue
    const requirement = requiresNothing(required) ? undefined : required
    if (canMeet(requirement)) {
      const endsInMs = Number.isFinite(endsAt) && requirement ? Math.ceil(endsAt - ageMs) : undefined
      return { inForce: { requirement, endsInMs }, passedOver }
    }
    if (requirement && Number.isFinite(endsAt)) passedOver.push(requirement)
  }
  // Nothing is required without steps or after the last one. A last step without a time never ends.
  if (endsAt === Number.POSITIVE_INFINITY || !canMeet(undefined)) return { inForce: undefined, passedOver }
  return { inForce: { requirement: undefined, endsInMs: undefined }, passedOver }
}

const requiresNothing = ({ topicLevel, certified, elite, companyCategory }: Requirement) =>
  !certified && !elite && !companyCategory && Object.keys(topicLevel ?? {}).length === 0

/** Throws InvalidValueError if a step before the last has no time, because the steps after it would never apply. */
export function checkRequirements(steps: readonly RequirementStep[] | undefined): void {
  const endless = steps?.slice(0, -1).findIndex(({ forMs }) => forMs === undefined) ?? -1
  if (endless < 0) return
  throw new InvalidValueError(
    'requirements_invalid',
    `settings.requirements.${endless}.forMs`,
    'required',
    'Every step except the last one requires forMs, because later steps would never apply.',
  )
}

/** Describes a requirement, such as “at least level 3 in loans, certified or elite”. */
export function describeRequirement({ topicLevel, certified, elite, companyCategory }: Requirement): string {
  return [
    ...Object.entries(topicLevel ?? {}).map(([topic, level]) => `at least level ${level} in ${topic}`),
    ...(elite ? ['elite'] : certified ? ['certified or elite'] : []),
    ...(companyCategory ? ['assigned to its category'] : []),
  ].join(', ')
}
