import { type Key, say } from './shared-words.ts'

/** Texts for experts and agents in place of texts that address the asker. */
export type StaffTexts = Partial<Record<Key, () => string>>

const staffTexts: StaffTexts = {}

/** Adds the texts of the desk. Askers do not load them. */
export function addStaffTexts(texts: StaffTexts): void {
  Object.assign(staffTexts, texts)
}

/** Returns a text of the conversation as it speaks to this reader. */
export const sayToReader = (key: Key): string => staffTexts[key]?.() ?? say(key)
