/** Wraps the handler of a single key: it is not called while the person types, or together with another key. */
export const outsideFields =
  (handle: (event: KeyboardEvent) => void) =>
  (event: KeyboardEvent): void => {
    const { target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role="dialog"]'))
      return
    if (event.key === 'Enter' && target instanceof HTMLElement && target.closest('a, button')) return
    event.preventDefault()
    handle(event)
  }
