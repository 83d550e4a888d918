import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Topic, topics } from './topics.ts'

/** A customer's question from BANKING77 (see demo-data/ATTRIBUTION.md). */
export type SampleQuestion = { topic: Topic; intent: string; text: string }

const file = fileURLToPath(new URL('../../demo-data/banking77-sample.csv', import.meta.url))

/** Returns the questions of the sample in the order of the file. Throws if a line has no text or an unknown topic. */
export async function readSample(): Promise<SampleQuestion[]> {
  const [, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n')
  return lines.map((line) => {
    const [topic, intent, text] = fieldsOf(line)
    if (!isTopic(topic) || !intent || !text) throw new Error(`The sample has a line that is no question: ${line}`)
    return { topic, intent, text }
  })
}

const isTopic = (value: string | undefined): value is Topic => topics.some((topic) => topic === value)

/** Returns the fields of one RFC 4180 line without line breaks inside quotes. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
