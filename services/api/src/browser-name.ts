import Bowser from 'bowser'

/** Returns browser and system in words, such as "Firefox on Linux", or null if the `User-Agent` names no browser. */
export function browserNameOf(userAgent: string | null): string | null {
  // The package throws for an empty text.
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name) return null
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
