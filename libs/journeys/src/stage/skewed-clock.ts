import { readClockSkew } from './clock-skew.ts'

/** Imported before a service starts (NODE_OPTIONS). Shifts its clock by ASKLINE_CLOCK_SKEW_MS. */
const skewMs = readClockSkew()
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + skewMs)
    else super(...(given as [number]))
  }
  static override now(): number {
    return RealDate.now() + skewMs
  }
} as DateConstructor
