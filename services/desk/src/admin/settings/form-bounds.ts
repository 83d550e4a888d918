import type { SettingName } from './catalogue.ts'

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

type Bounds = { minimum: number; maximum: number }

/** Durations in ms between which a setting makes sense. */
const sensible: Partial<Record<SettingName, Bounds>> = {
  offerMs: { minimum: 10 * second, maximum: day },
  autoHoldMs: { minimum: 10 * second, maximum: day },
  patienceMs: { minimum: minute, maximum: day },
  secondOpinionMs: { minimum: 0, maximum: day },
  leaseMs: { minimum: minute, maximum: 7 * day },
  escalationMs: { minimum: 5 * minute, maximum: 30 * day },
  approvalMs: { minimum: hour, maximum: 30 * day },
  expiryMs: { minimum: hour, maximum: 365 * day },
}

/** Durations in ms of a step of requirements. */
export const stepBounds: Bounds = { minimum: 10 * second, maximum: 30 * day }

/**
 * Returns the bounds in ms of a form's field for a duration. They are narrower than those of the API, which also serve tests and
 * sandboxes. 0 switches something off.
 */
export const formBounds = (name: SettingName, { minimum = 0, maximum = 365 * day }: Partial<Bounds>): Bounds =>
  sensible[name] ?? { minimum, maximum }
