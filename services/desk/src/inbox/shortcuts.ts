import { readPreferences } from '../live/preferences.ts'

/**
 * Wraps the handler of a single key. It is not called while the person types or keeps the key down, or if they turned single keys
 * off.
 */
export const outsideFields =
  (handle: (event: KeyboardEvent) => void) =>
  (event: KeyboardEvent): void => {
    const { target } = event
    if (!readPreferences().hasShortcuts) return
    if (event.repeat) return
    if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role="dialog"]'))
      return
    if (event.key === 'Enter' && target instanceof HTMLElement && target.closest('a, button')) return
    event.preventDefault()
    handle(event)
  }
