import { readClockSkew } from './env.ts'

/** Imported before a service starts (NODE_OPTIONS): its own clock is off by ASKLINE_CLOCK_SKEW_MS from then on. */
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
