import type { CategorySettings } from '@askline/contracts'
import { type Emphasis, emphasisNames } from '@askline/text'
import { RefusedError } from '../command-line/command.ts'

/** Settings that a policy changes for a category. Omitted ones keep their value. */
export type PolicyPart = Pick<CategorySettings, 'exploration' | 'offerMs' | 'preference' | 'priority' | 'waveSizes'> & {
  weights?: Emphasis
}

/** A draft of a company's routing policy. Members outside `categories` apply to all categories. */
export type Policy = PolicyPart & { categories?: Record<string, PolicyPart> }

type Rule = { explanation: string; holds: (value: unknown) => boolean }
const whole = (least: number, most: number): Rule => ({
  explanation: `must be a whole number, ${least} to ${most}`,
  holds: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
})
const factor: Rule = {
  explanation: 'must be a number, 0 to 10',
  holds: (value) => typeof value === 'number' && value >= 0 && value <= 10,
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const rules: Record<keyof PolicyPart, Rule> = {
  waveSizes: {
    explanation: 'must be a list of 1 to 20 whole numbers, 1 to 1000',
    holds: (value) =>
      Array.isArray(value) && value.length >= 1 && value.length <= 20 && value.every(whole(1, 1_000).holds),
  },
  offerMs: whole(1_000, 86_400_000),
  priority: whole(0, 1_000),
  preference: factor,
  exploration: {
    explanation: 'must be a number, 0 to 0.5',
    holds: (value) => typeof value === 'number' && value >= 0 && value <= 0.5,
  },
  weights: { explanation: 'must be an object of weights', holds: isObject },
}

/** Reads a policy file. Throws RefusedError with one line per fault that names the member. `categories` are the known names. */
export function readPolicy(text: string, categories: readonly string[]): Policy {
  let policy: unknown
  try {
    policy = JSON.parse(text)
  } catch (error) {
    throw new RefusedError(`The policy is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (!isObject(policy)) throw new RefusedError('The policy must be a JSON object.')
  const { categories: parts, ...all } = policy
  const faults = faultsOf(all, '')
  if (parts !== undefined && !isObject(parts)) faults.push('categories must be an object of policies by category name.')
  for (const [name, part] of Object.entries(isObject(parts) ? parts : {})) {
    if (!categories.includes(name)) {
      faults.push(`categories.${name}: the company has no such category; there are: ${categories.join(', ')}.`)
    }
    if (isObject(part)) faults.push(...faultsOf(part, `categories.${name}.`))
    else faults.push(`categories.${name} must be an object.`)
  }
  if (faults.length > 0) throw new RefusedError(faults.join('\n'))
  return policy as Policy
}

function faultsOf(part: Record<string, unknown>, path: string): string[] {
  return Object.entries(part).flatMap(([name, value]) => {
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof PolicyPart] : undefined
    if (!rule) return [`${path}${name} is not known here; there are: ${Object.keys(rules).join(', ')}, categories.`]
    if (!rule.holds(value)) return [`${path}${name} ${rule.explanation}.`]
    if (name !== 'weights' || !isObject(value)) return []
    return Object.entries(value).flatMap(([signal, weight]) => {
      if (!(emphasisNames as readonly string[]).includes(signal)) {
        return [`${path}weights.${signal} is not known here; there are: ${emphasisNames.join(', ')}.`]
      }
      return factor.holds(weight) ? [] : [`${path}weights.${signal} ${factor.explanation}.`]
    })
  })
}

/** Returns the settings of a category under a policy. */
export function settingsUnder(policy: Policy, category: string, present: CategorySettings): CategorySettings {
  const { categories = {}, ...all } = policy
  const part = categories[category] ?? {}
  const weights = { ...present.weights, ...all.weights, ...part.weights }
  return { ...present, ...all, ...part, weights }
}
