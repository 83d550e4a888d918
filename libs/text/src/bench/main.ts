import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchAnswers } from './bench-answers.ts'
import { benchBayes } from './bench-bayes.ts'
import { benchClassification } from './bench-classification.ts'
import { benchRanking } from './bench-ranking.ts'
import { benchScale } from './bench-scale.ts'
import { readDataFolder } from './env.ts'
import { type Figure, tableOf } from './figure.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string', default: 'classification,answers,ranking' },
    questions: { type: 'string', default: '1000000' },
    experts: { type: 'string', default: '100000' },
  },
})

const log = (line: string) => console.error(line)
const parts: Readonly<Record<string, (folder: string) => Figure[]>> = {
  classification: (folder) => benchClassification(folder, log),
  answers: benchAnswers,
  ranking: (folder) => benchRanking(folder, log),
  bayes: benchBayes,
  scale: () => benchScale(Number(values.questions), Number(values.experts)),
}

const folder = readDataFolder()
const wanted = values.only.split(',')
const unknown = wanted.filter((part) => !(part in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; the parts are ${Object.keys(parts).join(', ')}.`)
  process.exitCode = 2
} else if (folder === undefined && wanted.some((part) => part !== 'scale')) {
  console.error('Set ASKLINE_TEXT_DATA to the folder with the data; libs/text/FINDINGS.md says what is in it.')
  process.exitCode = 2
} else {
  const figures = wanted.flatMap((part) => parts[part]!(folder ?? ''))
  console.log(tableOf(figures))
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ seeds: [1, 2, 3], figures }, null, 2)}\n`)
}
