import { language } from './messages.ts'

/** Returns a share of 0 to 1 in percent with at most `digits` decimals, or a dash for a missing one. */
export const percent = (share: number | null | undefined, digits = 1): string =>
  share?.toLocaleString(language(), { style: 'percent', maximumFractionDigits: digits }) ?? '–'
