import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
const linkOnly = new MarkdownIt('zero', { html: false, linkify: true, breaks: true }).enable(['linkify', 'newline'])

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'strong', 'em', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a', 'hr'],
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow noopener noreferrer ugc' }),
  },
}

/** One line of words that no renderer would touch: nothing to escape, nothing that might be a link. Most questions are such. */
const isPlain = /^[\p{L}\p{N}](?:[\p{L}\p{N} ,?!'-]|\.(?= |$))*(?<! )$/u

/** Rendered texts, newest last: the same message is read again and again while its question is open. */
const rendered = new Map<string, string>()
const keep = 5_000

/**
 * The HTML of a text: Markdown where the company enables it, else the escaped text with links and line breaks.
 * Either way raw HTML is text, and what was rendered passes an allow-list: no script, no image, no style survives.
 */
export function htmlOf(text: string, useMarkdown: boolean): string {
  if (text === '') return ''
  const key = `${useMarkdown ? 'm' : 'p'}${text}`
  const known = rendered.get(key)
  if (known !== undefined) return known

  const html = !useMarkdown && isPlain.test(text) ? `<p>${text}</p>` : render(text, useMarkdown)
  rendered.set(key, html)
  if (rendered.size > keep) rendered.delete(rendered.keys().next().value as string)
  return html
}

/** The whole way from a text to safe HTML. */
export function render(text: string, useMarkdown: boolean): string {
  return sanitizeHtml((useMarkdown ? markdown : linkOnly).render(text), allowed).trim()
}
