/** Focuses the first or last element of the panel that takes the focus. */
export function focusEdge(at: 'start' | 'end'): void {
  const found = [...document.querySelectorAll<HTMLElement>('a[href], button, textarea, input, select')]
  const usable = found.filter((element) => !element.matches(':disabled') && element.checkVisibility())
  usable.at(at === 'start' ? 0 : -1)?.focus()
}
