import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  faultsOf,
  faultsOverLimit,
  proseLimits,
  proseOfCode,
  proseOfDocument,
  proseOfErrors,
} from '@askline/testing/prose'
import { repository } from './settings.ts'
import { print } from './steps.ts'

// Generated text and test data are not written by people for people.
const isSkipped = /(^|\/)(generated|migrations|fixtures|demo-data)\//
const shownPerRule = 20

/** `npm run prose`: checks documents, comments, test titles and messages of errors; the exit code is 1 beyond a limit. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: repository })
const faults = files
  .toString()
  .split('\n')
  .filter((file) => /\.(md|ts|tsx|mjs)$/.test(file) && !isSkipped.test(file))
  .flatMap((file) => {
    const source = readFileSync(join(repository, file), 'utf8')
    if (file.endsWith('.md')) return proseOfDocument(file, source)
    return file.endsWith('.test.ts')
      ? proseOfCode(file, source)
      : [...proseOfCode(file, source), ...proseOfErrors(file, source)]
  })
  .flatMap(faultsOf)

const over = faultsOverLimit(faults)
for (const { rule, limit, faults: found } of over) {
  print(`${rule}: ${found.length} (at most ${limit})`)
  for (const { file, line, words, text } of found.slice(0, shownPerRule)) {
    print(`  ${file}:${line} ${words} words: ${text.slice(0, 120)}`)
  }
}
for (const [rule, limit] of Object.entries(proseLimits)) {
  print(`${rule}: ${faults.filter((fault) => fault.rule === rule).length} of ${limit}`)
}
process.exitCode = over.length === 0 ? 0 : 1
