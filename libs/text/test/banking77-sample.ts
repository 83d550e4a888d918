import { readFileSync } from 'node:fs'

const rows = readFileSync(new URL('../fixtures/banking77-sample.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
const sample = rows.map((row) => {
  const [part = '', text = '', name = ''] = row.split('\t')
  return { part, text, class: name }
})

/** Questions of twelve classes of BANKING77, to be learned from. */
export const train = sample.filter(({ part }) => part === 'train')
/** Others of the same classes. */
export const test = sample.filter(({ part }) => part === 'test')
