import { say } from './shared-words.ts'

/** Placeholders that the API stores for the texts and the name of a forgotten person. */
const [text, name] = ['[deleted]', 'Deleted user']

/** How the API names a person without a name, in the language of the company. */
const guest = /^(?:Guest|Gast) ([0-9a-f]{4})$/

/** Returns a text or a name of the API as the reader should see it. Those of a forgotten or unnamed person are in the language in use. */
export function shownText(stored: string): string {
  if (stored === text) return say('text.deleted')
  if (stored === name) return say('text.deletedUser')
  const [, digits] = guest.exec(stored) ?? []
  return digits === undefined ? stored : say('text.guest', { digits })
}

/** Returns HTML of the API as the reader should see it. */
export const shownHtml = (html: string): string => (html === `<p>${text}</p>` ? `<p>${say('text.deleted')}</p>` : html)
