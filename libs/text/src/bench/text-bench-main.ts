import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchAnswers } from './bench-answers.ts'
import { benchBayes } from './bench-bayes.ts'
import { benchClassification } from './bench-classification.ts'
import { benchOutOfScope } from './bench-out-of-scope.ts'
import { benchRanking } from './bench-ranking.ts'
import { benchScale } from './bench-scale.ts'
import { type Figure, tableOf } from './figure.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string', default: 'classification,answers,out-of-scope,ranking' },
    questions: { type: 'string', default: '1000000' },
    experts: { type: 'string', default: '100000' },
  },
})

const log = (line: string) => console.error(line)
const parts: Readonly<Record<string, (folder: string) => Figure[]>> = {
  classification: (folder) => benchClassification(folder, log),
  answers: benchAnswers,
  'out-of-scope': (folder) => benchOutOfScope(folder, log),
  ranking: (folder) => benchRanking(folder, log),
  bayes: benchBayes,
  scale: () => benchScale(Number(values.questions), Number(values.experts)),
}

const folder = process.env['ASKLINE_TEXT_DATA'] || undefined
const wanted = values.only.split(',')
const unknown = wanted.filter((part) => !(part in parts))
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`)
  process.exitCode = 2
} else if (folder === undefined && wanted.some((part) => part !== 'scale')) {
  console.error('Set ASKLINE_TEXT_DATA to the data folder. libs/text/METHODS.md lists its files.')
  process.exitCode = 2
} else {
  const figures = wanted.flatMap((part) => parts[part]!(folder ?? ''))
  console.log(tableOf(figures))
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ seeds: [1, 2, 3], figures }, null, 2)}\n`)
}
