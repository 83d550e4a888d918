/**
 * Returns whether an input method handles this key, for example Enter that takes over a composed word. Safari sends that Enter
 * after the composition has ended; there only the key code 229 shows it.
 */
export const isComposing = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229

/**
 * Hides the keys of input methods from every key handler of this page. Call it before handlers are added: those that were added to
 * the window earlier still see them.
 */
export function hideComposedKeys(): void {
  const hide = (event: KeyboardEvent) => {
    if (!isComposing(event)) return
    event.stopImmediatePropagation()
    // Otherwise Escape would also empty a search field or close a dialog: the browser does not look for a composition.
    if (event.key === 'Escape') event.preventDefault()
  }
  for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, hide, true)
}
