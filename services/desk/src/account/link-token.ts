/**
 * The token of a link that leads to these pages, such as `/invitation#TOKEN`. It works for everyone who has it. So it is kept in
 * memory only: not in the address, the history or what a person copies.
 */

/** Takes the token out of the address. Returns `undefined` if the address has none. */
export function takeToken(): string | undefined {
  const token = location.hash.slice(1)
  if (token === '') return undefined
  history.replaceState(null, '', location.pathname)
  return token
}

/** Calls `listener` when another link is opened in this tab: only the fragment changes, so the page stays. Returns how to stop. */
export function onNewToken(listener: (token: string) => void): () => void {
  const take = () => {
    const token = takeToken()
    if (token !== undefined) listener(token)
  }
  addEventListener('hashchange', take)
  return () => removeEventListener('hashchange', take)
}
