import type { Docs } from './docs-context.ts'
import { guide } from './guide.ts'
import { parseMarkdown } from './parse-markdown.ts'
import type { Entry } from './search-docs.ts'

/** A guide tells a reader more about a word than a request does. */
const [guidePoints, sectionPoints, requestPoints] = [30, 20, 10]

/** Returns all that the search can find: operations, sections of the guide, and messages of the socket. */
export function findEntries({ reference, messages }: Docs): Entry[] {
  const operations = reference.operations.map((one) => ({
    href: `/docs/api/${one.group}/${one.id}`,
    title: one.summary,
    label: `${one.method} ${one.path}`,
    titlePoints: requestPoints,
    text: [
      one.id,
      one.group,
      one.description,
      ...one.parameters.map(({ name }) => name),
      namesIn(one.body?.schema),
    ].join(' '),
  }))
  const told = messages.map(({ id, name, summary }) => ({
    href: `/docs/socket#${id}`,
    title: name,
    label: 'Socket',
    titlePoints: requestPoints,
    text: summary,
  }))
  return [...guide.flatMap(entriesOf), ...operations, ...told]
}

const namesIn = (schema: { properties?: object } | undefined) => Object.keys(schema?.properties ?? {}).join(' ')

/** Returns a page of the guide by its title, and each of its sections. */
function entriesOf({ id, title, source }: (typeof guide)[number]): Entry[] {
  const entries: Entry[] = [{ href: `/docs/guide/${id}`, title, label: 'Guide', text: '', titlePoints: guidePoints }]
  for (const block of parseMarkdown(source)) {
    if (block.kind === 'heading' && block.level === 2) {
      const href = `/docs/guide/${id}#${block.id}`
      entries.push({ href, title: block.text, label: `Guide: ${title}`, text: '', titlePoints: sectionPoints })
      continue
    }
    const last = entries.at(-1)
    if (last) last.text += ` ${textOf(block)}`
  }
  return entries
}

function textOf(block: ReturnType<typeof parseMarkdown>[number]): string {
  if (block.kind === 'list') return block.items.join(' ')
  if (block.kind === 'table') return [block.head, ...block.rows].flat().join(' ')
  return block.kind === 'code' ? '' : block.text
}
