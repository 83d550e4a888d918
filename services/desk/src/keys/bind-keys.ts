type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'>

/**
 * Returns the name of a pressed key on every keyboard layout, such as `j`, `/`, `Enter`, `Mod+k` or `Shift+Enter`. Mod is Ctrl or Cmd.
 * A sign is named by what was typed, because layouts have it in different places and on different levels: `/` is Shift+7 in Germany.
 */
export function nameKey(pressed: Pressed): string {
  const { ctrlKey, metaKey, altKey, shiftKey } = pressed
  const key = latinKey(pressed)
  const isLetter = /^[a-z]$/i.test(key)
  const isSign = key.length === 1 && !isLetter
  // Windows reports AltGr as Ctrl+Alt.
  const isAltGr = pressed.getModifierState('AltGraph')
  const modifiers = [
    (ctrlKey || metaKey) && !isAltGr && 'Mod',
    (altKey || isAltGr) && !(isSign && isAltGr) && 'Alt',
    shiftKey && !isSign && 'Shift',
  ]
  return [...modifiers.filter(Boolean), isLetter ? key.toLowerCase() : key].join('+')
}

/** Returns the key itself, or what the same place has on a Latin keyboard if the layout writes another script there. */
function latinKey({ key, code, shiftKey }: Pressed): string {
  if (!/[\p{L}\p{M}]/u.test(key) || /[\p{Script=Latin}]/u.test(key)) return key
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return /^Key([A-Z])$/.exec(code)?.[1] ?? key
}

/** Calls the handler of a key by its name, wherever the focus is. Returns the function that stops it. */
export const bindKeys = (handlers: Record<string, (event: KeyboardEvent) => void>): (() => void) =>
  onKeys((event) => handlers[nameKey(event)]?.(event))

/** Calls `handler` for every key, as a sign that somebody is there. Returns the function that stops it. */
export const onAnyKey = (handler: () => void): (() => void) => onKeys(() => handler())

function onKeys(handler: (event: KeyboardEvent) => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    // A browser that fills in a form sends events without a key.
    if (event instanceof KeyboardEvent) handler(event)
  }
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}
