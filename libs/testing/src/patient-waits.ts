import { vi } from 'vitest'

// Vitest's default of one second is less than the stalls of a busy machine. A wait ends with its condition, so patience costs
// a passing test nothing.
const patienceMs = 10_000

const { waitFor } = vi
if (!('isPatient' in waitFor)) {
  const patient: typeof waitFor = (condition, options = {}) =>
    waitFor(condition, { timeout: patienceMs, ...(typeof options === 'number' ? { timeout: options } : options) })
  vi.waitFor = Object.assign(patient, { isPatient: true })
}
