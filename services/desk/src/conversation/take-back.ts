import type { Live } from '../live/live.ts'

/** The keys that take the last text back also while its field has the focus, as this device names them. */
export const undoKeys = /^(Mac|iP)/.test(navigator.platform) ? '⌘Z' : 'Ctrl+Z'

/** Takes a text back that was not sent yet, and puts it before the draft in its field. Does nothing if it is too late. */
export function takeBack({ sends, drafts }: Live, key: string): void {
  const back = sends.takeBack(key)
  if (!back) return
  const name = back.questionUuid ?? 'ask'
  drafts.write(name, [back.text, drafts.read(name)].filter(Boolean).join('\n\n'))
  window.dispatchEvent(new CustomEvent('askline-draft'))
}
