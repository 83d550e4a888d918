// `npm run mutants -- --sql`: replaces one part of a file at a time, most of it SQL, which StrykerJS takes for plain text.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { replacements } from './replacements.mjs'
import { startVitest } from './run-mutants.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const intact = 1_000_000
/** Mutants that run before the time is looked at. */
const batch = 12

/** Runs the replacements of the files whose names are in `only`, or all. Returns the exit code. */
export async function mutateTexts({ only, list }, results) {
  const wanted = Object.entries(replacements).filter(
    ([path]) => only === undefined || only.split(',').some((name) => path.endsWith(`/${name}.ts`)),
  )
  const names = wanted.flatMap(([path, { parts }]) => parts.map((part) => nameOf(path, part)))
  for (const [path, { parts }] of wanted) assertFound(path, parts)
  if (list) for (const name of names) console.log(`${results.outcomeOf(name)}\t${name}`)
  else for (const [path, { tests, parts }] of wanted) await mutateFile(path, tests, parts, results)
  results.report(names)
  return 0
}

const nameOf = (path, [what]) => `${path.replace(/^.*\/src\//, '')}: ${what}`

function assertFound(path, parts) {
  const code = readFileSync(`${root}${path}`, 'utf8')
  for (const [what, part] of parts)
    if (code.split(part).length !== 2) throw new Error(`${path}: "${what}" must be there once: ${part}`)
}

/** Runs each test file with a batch of mutants that no earlier file noticed. The file that noticed most mutants runs first. */
async function mutateFile(path, testFiles, parts, results) {
  const open = [...parts.entries()].filter(([, part]) => !results.has(nameOf(path, part)))
  if (open.length === 0 || results.isOver()) return
  const { vitest, noteDependents, firstFailures } = await startVitest(`${root}${path}`, (code, mutant) => {
    const [, part, instead] = parts[mutant] ?? ['', '', '']
    return mutant === intact ? code : code.replace(part, () => instead)
  })
  const kills = new Map(testFiles.map((file) => [file, 0]))
  await firstFailures(testFiles, [undefined], /^only import the files$/)
  noteDependents()
  while (open.length > 0 && !results.isOver()) {
    let left = open.splice(0, batch)
    for (const [file] of [...kills].sort(([, one], [, other]) => other - one)) {
      if (left.length === 0) break
      const failures = await firstFailures([file], [intact, ...left.map(([n]) => n)])
      if (failures.has(intact)) {
        console.log(`ignored\t${file}, because a copy that is not weakened fails: ${failures.get(intact)}`)
        continue
      }
      for (const [n, part] of left) if (failures.has(n)) results.note(nameOf(path, part), failures.get(n))
      left = left.filter(([n]) => !failures.has(n))
      kills.set(file, kills.get(file) + failures.size)
    }
    for (const [, part] of left) results.note(nameOf(path, part), undefined)
    console.log(`${path}: ${results.seconds()} s`)
  }
  await vitest.close()
}
