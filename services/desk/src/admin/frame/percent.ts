import { language } from '../../words/messages.ts'

/** A share of 0 to 1 in percent, with one decimal. */
export const percent = (share: number): string =>
  share.toLocaleString(language(), { style: 'percent', maximumFractionDigits: 1 })
