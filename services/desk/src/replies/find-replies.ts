import type { SavedReply } from '@askline/client'
import { fold } from '../words/fold.ts'

/** Matches `/` where a word may start, and what follows until a space: titles have letters, marks and signs of any script. */
const wish = /(?:^|[\s。、，！？；：「『（])[/／]([^\s/／]*)$/u
const mostShown = 8

/** Returns what the person typed to find a reply; `undefined` if the text before the caret is no such wish. */
export const wishAt = (before: string): string | undefined => wish.exec(before)?.[1]

/** Returns the replies whose shortcut or title begins with what was typed, then those that contain it. */
export function findReplies(replies: readonly SavedReply[], typed: string): SavedReply[] {
  const words = fold(typed)
  const names = ({ title, shortcut }: SavedReply) => [shortcut ?? '', title].map(fold)
  const rank = (reply: SavedReply) =>
    names(reply).some((name) => name.startsWith(words)) ? 0 : names(reply).some((name) => name.includes(words)) ? 1 : 2
  return replies
    .filter((reply) => rank(reply) < 2)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, mostShown)
}
