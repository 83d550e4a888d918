import { createCell } from './cell.ts'
import { ownStorage } from './drafts.ts'

/** Preferences of a person for this device. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark'
  /** Whether single keys such as `j` do something. */
  hasShortcuts: boolean
  /** Seconds in which a sent answer can be taken back. */
  undoSeconds: number
}

const usual: Preferences = { theme: 'system', hasShortcuts: true, undoSeconds: 5 }
const name = 'askline-preferences'

/** Returns the preferences of this device. */
export function readPreferences(): Preferences {
  try {
    return { ...usual, ...JSON.parse(ownStorage()?.getItem(name) ?? '{}') }
  } catch {
    return usual
  }
}

/** Shows the page in the theme of this device. */
export function showTheme(theme = readPreferences().theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Opens the preferences of this device. A change is stored and takes effect at once. */
export function openPreferences() {
  const cell = createCell(readPreferences())
  return {
    cell,
    set(changes: Partial<Preferences>) {
      const next = { ...cell.get(), ...changes }
      cell.set(next)
      showTheme(next.theme)
      try {
        ownStorage()?.setItem(name, JSON.stringify(next))
      } catch {
        // Without storage the preferences live as long as the page.
      }
    },
  }
}
