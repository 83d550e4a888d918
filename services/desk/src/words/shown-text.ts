import { say } from './words.ts'

/** What the API stores in place of every text of a forgotten person, and in place of their name. */
const [text, name] = ['[deleted]', 'Deleted user']

/** Returns a text or a name of the API as the reader should see it: that of a forgotten person in the language in use. */
export const shownText = (stored: string): string =>
  stored === text ? say('text.deleted') : stored === name ? say('text.deletedUser') : stored

/** Returns HTML of the API as the reader should see it. */
export const shownHtml = (html: string): string => (html === `<p>${text}</p>` ? `<p>${say('text.deleted')}</p>` : html)
