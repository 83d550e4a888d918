import { type Key, say } from './shared-words.ts'

/** What experts and agents read in place of a text that speaks to the asker. */
export type StaffTexts = Partial<Record<Key, () => string>>

const staffTexts: StaffTexts = {}

/** Adds the texts of the desk. Askers do not load them. */
export function addStaffTexts(texts: StaffTexts): void {
  Object.assign(staffTexts, texts)
}

/** Returns a text of the conversation as it speaks to this reader. */
export const sayToReader = (key: Key): string => staffTexts[key]?.() ?? say(key)
