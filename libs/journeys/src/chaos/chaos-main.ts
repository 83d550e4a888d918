import { failures, shortEnv } from '../failures/all-failures.ts'
import type { Failure, Outcome } from '../failures/failure.ts'
import { raiseStage, type Stage } from '../stage/stage.ts'
import { campaign } from './campaign.ts'
import { nameReport, outcomeLine, summaryOf, writeReport } from './chaos-report.ts'
import { readChaosFlags } from './flags.ts'

/** `npm run chaos`: runs the full failures one after the other, or a campaign, each on its own stage. */
const flags = readChaosFlags(process.argv.slice(2))
let stage: Stage | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void Promise.resolve(stage?.stop()).then(() => process.exit(130)))

const unknown = flags.only.filter((id) => !failures.some((failure) => failure.id === id))
if (unknown.length > 0) throw new Error(`There is no failure ${unknown.join()}: ${failures.map(({ id }) => id).join()}`)
const chosen =
  flags.minutes && flags.only.length === 0
    ? [campaign(flags.minutes)]
    : failures.filter(({ id }) => flags.only.length === 0 || flags.only.includes(id))

const reportFile = nameReport()
const outcomes: Outcome[] = []
const endsAt = flags.minutes && flags.only.length > 0 ? performance.now() + flags.minutes * 60_000 : 0
do {
  for (const failure of chosen) {
    outcomes.push(await suffer(failure))
    // A run that is interrupted has a report of the finished part.
    writeReport(reportFile, flags, outcomes)
  }
  // With --only and --minutes: these failures repeatedly.
} while (performance.now() < endsAt)

console.log(`\n${summaryOf(outcomes)}\n`)
console.log(`  the report is ${reportFile}`)
const broken = outcomes.filter((outcome) => outcome.broken.length > 0 || outcome.lost > 0)
console.log(broken.length === 0 ? '  every promise was kept' : `  ${broken.length} promises were broken`)
process.exit(broken.length === 0 ? 0 : 1)

async function suffer(failure: Failure): Promise<Outcome> {
  console.log(`\n  ${failure.id}: ${failure.title}\n      ${failure.promise} …`)
  const began = performance.now()
  try {
    const { needs } = failure
    stage = await raiseStage(flags.isShort ? { ...needs, env: { ...shortEnv, ...needs.env } } : needs)
    const outcome = await failure.run(stage, flags.isShort ? 'short' : 'full', (line) => console.log(`      ${line}`))
    console.log(outcomeLine(outcome))
    return outcome
  } catch (error) {
    // The remaining failures still run.
    const { id, title } = failure
    const reason = error instanceof Error ? error.message : String(error)
    const seconds = (performance.now() - began) / 1_000
    const nothing = { injected: 'cut short', acknowledged: 0, lost: 0, limbo: 0, recoveredMs: undefined, figures: {} }
    const outcome = { id, title, ...nothing, broken: [`It could not be carried out: ${reason}`], seconds }
    console.log(outcomeLine(outcome))
    return outcome
  } finally {
    await stage?.stop()
    stage = undefined
  }
}
