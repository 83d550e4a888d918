import { say } from '../desk/desk-words.ts'

/** Returns the browser of a sign-in, which the service names "Firefox on Linux", in the language in use. */
export function describeBrowser(browser: string | null): string {
  if (browser === null) return say('sessions.unknownBrowser')
  const [, name, system] = /^(.+) on (.+)$/.exec(browser) ?? []
  return name && system ? say('sessions.browserOn', { name, system }) : browser
}
