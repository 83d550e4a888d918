import MarkdownIt, { type Token } from 'markdown-it'

/** Most characters of a derived subject, as a reader counts them, and most UTF-16 units, because one may have many marks. */
const mostCharacters = 80
const mostUnits = 400

const markdown = new MarkdownIt({ html: false })
// Only the words of a link are used, so any address will do.
markdown.validateLink = () => true
const mayBeMarkdown = /[\\`*_~[\]<>#|&=+-]|\d[.)]/

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Returns the subject of a question without one: the first sentence or line of its text as plain words without Markdown. It has at
 * most 80 characters and is cut between words, or at least between characters that a reader sees.
 */
export function subjectOf(text: string): string {
  const first =
    firstSentence(mayBeMarkdown.test(text) ? wordsOf(markdown.parse(text, {})) : text) || firstSentence(text)
  if (first.length <= mostCharacters) return first
  let cut = ''
  let count = 0
  for (const { segment } of characters.segment(first)) {
    if (cut.length + segment.length > mostUnits) break
    if (++count === mostCharacters && cut.length + segment.length < first.length) break
    cut += segment
  }
  if (cut.length === first.length) return first
  const space = first[cut.length] === ' ' ? cut.length : cut.lastIndexOf(' ')
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`
}

const firstSentence = (text: string) =>
  (text.trim().split(/(?<=[.?!؟।])\s|(?<=[。？！])|\n/u, 1)[0] ?? '').replace(/\s+/gu, ' ').trim()

/** Returns the text of tokens without markup, with a line for each block. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (children) return `${wordsOf(children)}${type === 'inline' ? '\n' : ''}`
      return type.endsWith('break') ? '\n' : content
    })
    .join('')
}
