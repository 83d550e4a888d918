import { LRUCache } from 'lru-cache'
import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

/** Matches absolute http and https URLs and mailto addresses. Browsers resolve `https:logout` against the page, so both slashes are required. */
const absoluteLink = /^(https?:\/\/[^/\\\s]|mailto:[^/\\\s?])/i

/** Matches characters that change the direction of the text after them. */
const directionControl = /[\u202a-\u202e\u2066-\u2069]/

const markdown = restrict(new MarkdownIt({ html: false, linkify: true, breaks: true }))
const linkOnly = restrict(
  new MarkdownIt('zero', { html: false, linkify: true, breaks: true }).enable(['linkify', 'newline']),
)

/** Leaves links to other addresses as text, and images as their words. Isolates links from direction controls before them. */
function restrict(parser: Parser): Parser {
  parser.validateLink = (address) => absoluteLink.test(address)
  const { rules } = parser.renderer
  rules['link_open'] = (tokens, index, options, env, renderer) =>
    renderer.renderToken(tokens, index, options) + (env?.['isolatesLinks'] ? '<bdi>' : '')
  rules['link_close'] = (tokens, index, options, env, renderer) =>
    (env?.['isolatesLinks'] ? '</bdi>' : '') + renderer.renderToken(tokens, index, options)
  rules['image'] = (tokens, index, options, env, renderer) =>
    parser.utils.escapeHtml(renderer.renderInlineAsText(tokens[index]?.children ?? [], options, env))
  return parser
}
type Parser = InstanceType<typeof MarkdownIt>

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'strong', 'em', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a', 'bdi', 'hr'],
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    // The parser refuses other addresses already. The sanitizer must hold without it.
    a: (tagName, { href }) => {
      const attribs: Record<string, string> = {}
      if (href && absoluteLink.test(href)) Object.assign(attribs, { href, rel: 'nofollow noopener noreferrer ugc' })
      return { tagName, attribs }
    },
  },
}

/** Matches one line of words with nothing to escape and nothing that might be a link. Most questions match. */
const isPlain = /^[\p{L}\p{N}](?:[\p{L}\p{N} ,?!'()#%+*=;_$€-]|[.:](?= |$)|\/(?!\/))*(?<! )$/u

/** HTML by text. The messages of an open question are read many times. */
const rendered = new LRUCache<string, string>({ max: 5_000 })

/**
 * Returns the HTML of a text: Markdown if `useMarkdown`, else the escaped text with links and line breaks. Raw HTML is
 * escaped, and an allow-list removes scripts, images, styles, and links that are not absolute http, https or mailto.
 */
export function htmlOf(text: string, useMarkdown: boolean): string {
  if (text === '') return ''
  const key = `${useMarkdown ? 'm' : 'p'}${text}`
  const known = rendered.get(key)
  if (known !== undefined) return known

  const html = !useMarkdown && isPlain.test(text) ? `<p>${text}</p>` : render(text, useMarkdown)
  rendered.set(key, html)
  return html
}

/** Renders and sanitizes a text, without the shortcut and the cache of `htmlOf`. */
export function render(text: string, useMarkdown: boolean): string {
  const env = { isolatesLinks: directionControl.test(text) }
  return sanitizeHtml((useMarkdown ? markdown : linkOnly).render(text, env), allowed).trim()
}
