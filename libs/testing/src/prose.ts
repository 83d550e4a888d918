/** A text of a source file or a document that people read, as one line. `message`: the text of an error. */
export type Prose = {
  file: string
  line: number
  kind: 'item' | 'document' | 'comment' | 'title' | 'description' | 'message'
  text: string
}

/** A sentence or a list item that breaks a rule. */
export type ProseFault = { file: string; line: number; rule: ProseRule; words: number; text: string }

export type ProseRule =
  | 'long-item'
  | 'long-sentence'
  | 'long-comment'
  | 'long-description'
  | 'word-in-document'
  | 'word-in-code'
  | 'word-in-api'
  | 'relative-subject'
  | 'opening-preposition'

/** The longest list item, sentence of a document, of a comment, and of the API's descriptions and messages, in words. */
const longest = { item: 60, document: 30, comment: 25, api: 30 }

/**
 * How often each rule may be broken in the whole repository. Lower a limit when the count falls, and never raise it.
 * The goals are 0 long items, 10 long sentences, 30 long comments, and 10 and 50 banned words.
 */
export const proseLimits: Record<ProseRule, number> = {
  'long-item': 0,
  'long-sentence': 10,
  'long-comment': 30,
  'long-description': 0,
  'word-in-document': 5,
  'word-in-code': 50,
  'word-in-api': 0,
  'relative-subject': 0,
  'opening-preposition': 0,
}

const banned =
  /\b(nobody|whoever|whom|so many|as many again|what of|none of theirs|of before|is none|thereof|wherein|whereby|somebody)\b/gi

/** A relative clause as a subject, such as "What is set". A reader cannot see who or what is meant. */
const relativeSubject = /^(What|Whatever|Who|Whoever|Whom|Whose|That which)\b(?!.*\?$)/
const openingPreposition =
  /^(Above|After|Against|Among|As|At|Before|Below|Between|Beyond|By|During|For|From|In|Into|Of|On|Outside|Over|Through|To|Under|Until|With|Within|Without)\b/

/** Returns the list items and paragraphs of a Markdown document, without code blocks, tables and headings. */
export function proseOfDocument(file: string, source: string): Prose[] {
  const found: Prose[] = []
  let open: Prose | undefined
  let isCode = false
  for (const [at, line] of source.split('\n').entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode
    const item = /^\s*(?:[-*]|\d+\.)\s+(.*)/.exec(line)
    const isIndentedCode = !open && !item && /^ {4}/.test(line)
    const isBreak = isCode || isIndentedCode || /^\s*(```|\||#|$)/.test(line)
    if (isBreak) open = undefined
    else if (item || !open) {
      open = { file, line: at + 1, kind: item ? 'item' : 'document', text: item?.[1] ?? line.trim() }
      found.push(open)
    } else open.text += ` ${line.trim()}`
  }
  return found
}

/** Returns the comments of a TypeScript or JavaScript file, and the titles of its tests. Adjacent line comments are one text. */
export function proseOfCode(file: string, source: string): Prose[] {
  const found: Prose[] = []
  const lineOf = (index: number) => source.slice(0, index + 1).split('\n').length
  const blocks = /(?:^|\n)[ \t]*\/\*\*?([\s\S]*?)\*\/|(?:^|\n)[ \t]*\/\/ ?(.*(?:\n[ \t]*\/\/.*)*)/g
  for (const { index, 1: block, 2: lines } of source.matchAll(blocks)) {
    const text = (block ?? lines ?? '').replace(/^[ \t]*(?:\*|\/\/) ?/gm, '')
    found.push({ file, line: lineOf(index), kind: 'comment', text: oneLine(text) })
  }
  if (!file.endsWith('.test.ts')) return found
  for (const { index, 2: title } of source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*\(\s*(['"`])(.*?)\1,/g)) {
    found.push({ file, line: lineOf(index), kind: 'title', text: title ?? '' })
  }
  return found
}

/** Returns the descriptions and summaries of an OpenAPI or AsyncAPI document, each text once. `file` is a JSON pointer. */
export function proseOfApi(document: unknown): Prose[] {
  const found = new Map<string, Prose>()
  function visit(value: unknown, pointer: string) {
    for (const [name, member] of Object.entries(Object(value))) {
      if (name === 'example' || name === 'examples') continue
      const file = `${pointer}/${name}`
      if (typeof member === 'object') visit(member, file)
      else if (typeof member === 'string' && (name === 'description' || name === 'summary')) {
        for (const paragraph of member.split(/\n+(?:- )?/)) {
          found.set(paragraph, { file, line: 1, kind: 'description', text: paragraph })
        }
      }
    }
  }
  visit(document, '')
  return [...found.values()]
}

/** Returns the texts of errors in a TypeScript file: strings of several words in a call that builds or throws an error. */
export function proseOfErrors(file: string, source: string): Prose[] {
  return [...source.matchAll(buildsError)].flatMap(({ index, 0: start }) => {
    const call = source.slice(index, endOfCall(source, index + start.length))
    const line = source.slice(0, index).split('\n').length
    return [...call.matchAll(/(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g)]
      .map(({ 2: text = '' }) => oneLine(text.replace(/\$\{[^}]*\}/g, 'x').replace(/\\(.)/g, '$1')))
      .filter((text) => countWords(text) > 2)
      .map((text): Prose => ({ file, line, kind: 'message', text }))
  })
}

const buildsError =
  /\bnew \w*(?:Error|Fault)\(|\b(?:invalidField|requiredField|refuse|forbidden|unavailable|detailOf|notJson)\(|\bmessage(?:: | = |:\n\s*| =\n\s*)/g

/** Returns the index after the closing parenthesis of a call, or of the line if it is no call. */
function endOfCall(source: string, start: number): number {
  if (source[start - 1] !== '(') return source.indexOf('\n', start)
  let depth = 1
  let at = start
  for (; depth > 0 && at < source.length; at++) {
    if (source[at] === '(') depth++
    if (source[at] === ')') depth--
  }
  return at
}

/**
 * Returns the rules that a text breaks: sentences and list items that are too long, banned words, and subjects that are
 * relative clauses. Descriptions and messages must not begin with a preposition.
 */
export function faultsOf({ file, line, kind, text }: Prose): ProseFault[] {
  const isDocument = kind === 'item' || kind === 'document'
  const isApi = kind === 'description' || kind === 'message'
  const faults: ProseFault[] = []
  const note = (rule: ProseRule, words: number, part: string) => faults.push({ file, line, rule, words, text: part })
  if (kind === 'item' && countWords(text) > longest.item) note('long-item', countWords(text), text)
  for (const sentence of sentencesOf(text)) {
    const words = countWords(sentence)
    if (isDocument && words > longest.document) note('long-sentence', words, sentence)
    if (kind === 'comment' && words > longest.comment) note('long-comment', words, sentence)
    if (isApi && words > longest.api) note('long-description', words, sentence)
    if ((isApi || kind === 'comment') && relativeSubject.test(sentence)) note('relative-subject', words, sentence)
  }
  if (isApi && openingPreposition.test(text)) note('opening-preposition', countWords(text), text)
  for (const [word] of withoutCode(text).matchAll(banned))
    note(isDocument ? 'word-in-document' : isApi ? 'word-in-api' : 'word-in-code', 1, `"${word}" in: ${text}`)
  return faults
}

/** Returns, for each rule that is broken more often than its limit allows, the faults with the longest first. */
export function faultsOverLimit(faults: ProseFault[]): { rule: ProseRule; limit: number; faults: ProseFault[] }[] {
  return Object.entries(proseLimits)
    .map(([rule, limit]) => ({ rule: rule as ProseRule, limit, faults: faults.filter((fault) => fault.rule === rule) }))
    .filter(({ limit, faults: found }) => found.length > limit)
    .map((over) => ({ ...over, faults: over.faults.toSorted((a, b) => b.words - a.words) }))
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, 'x')

/** A sentence ends with a stop, an exclamation mark, a question mark, a colon or a semicolon before a capital letter or code. */
const sentencesOf = (text: string): string[] => text.replace(/`[^`]*`/g, 'X').split(/(?<=[.!?:;])\s+(?=[\p{Lu}"'(*[])/u)

function countWords(text: string): number {
  const plain = withoutCode(text).replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return plain.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
