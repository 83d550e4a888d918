/** Replaces this page by another one. Never resolves, because the page ends, so a form that waits for it cannot be sent again. */
export function leaveTo(address: string): Promise<never> {
  location.replace(address)
  return new Promise(() => undefined)
}
