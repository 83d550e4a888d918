/** A block of Markdown, in the forms that the guide and the descriptions of the API use. */
export type Block =
  | { kind: 'heading'; level: number; text: string; id: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  /** Code in several languages that says the same. */
  | { kind: 'code'; samples: { language: string; text: string }[] }

/** A run of text within a block. */
export type Inline = { kind: 'text' | 'code' | 'strong'; text: string } | { kind: 'link'; text: string; href: string }

const idOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const cellsOf = (line: string) =>
  line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

/** Splits Markdown into blocks. Fenced codes that follow each other directly become one block. */
export function parseMarkdown(source: string): Block[] {
  const lines = source.split('\n')
  const blocks: Block[] = []
  let at = 0
  const takeWhile = (isPart: (line: string) => boolean) => {
    const from = at
    while (at < lines.length && isPart(lines[at] ?? '')) at++
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const heading = /^(#{1,4}) (.*)$/.exec(line)
    const fence = /^```(\w*)/.exec(line)
    const item = /^(- |\d+\. )/.exec(line)
    if (line.trim() === '') at++
    else if (heading) {
      const [, marks = '', text = ''] = heading
      blocks.push({ kind: 'heading', level: marks.length, text, id: idOf(text) })
      at++
    } else if (fence) {
      at++
      const sample = { language: fence[1] ?? '', text: takeWhile((one) => !one.startsWith('```')).join('\n') }
      at++
      const last = blocks.at(-1)
      const isSame = last?.kind === 'code' && last.samples.every(({ language }) => language !== sample.language)
      if (isSame && lines[at - sample.text.split('\n').length - 3]?.startsWith('```')) last.samples.push(sample)
      else blocks.push({ kind: 'code', samples: [sample] })
    } else if (line.startsWith('|')) {
      const [head = '', , ...rows] = takeWhile((one) => one.startsWith('|'))
      blocks.push({ kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) })
    } else if (item) {
      const items: string[] = []
      for (const one of takeWhile((each) => /^(- |\d+\. | {2,}\S)/.test(each))) {
        const start = /^(- |\d+\. )(.*)$/.exec(one)
        if (start) items.push(start[2] ?? '')
        else items.push(`${items.pop() ?? ''} ${one.trim()}`)
      }
      blocks.push({ kind: 'list', isOrdered: item[1] !== '- ', items })
    } else {
      const text = takeWhile((one) => one.trim() !== '' && !/^(#{1,4} |```|\||- |\d+\. )/.test(one)).join(' ')
      blocks.push({ kind: 'paragraph', text })
    }
  }
  return blocks
}

const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g

/** Splits the text of a block into plain text, code, emphasis and links. Everything else stays text. */
export function parseInline(text: string): Inline[] {
  const runs: Inline[] = []
  let end = 0
  for (const match of text.matchAll(marks)) {
    const [all, code, strong, label, href] = match
    if (match.index > end) runs.push({ kind: 'text', text: text.slice(end, match.index) })
    if (code !== undefined) runs.push({ kind: 'code', text: code })
    else if (strong !== undefined) runs.push({ kind: 'strong', text: strong })
    else runs.push({ kind: 'link', text: label ?? '', href: href ?? '' })
    end = match.index + all.length
  }
  if (end < text.length) runs.push({ kind: 'text', text: text.slice(end) })
  return runs
}
