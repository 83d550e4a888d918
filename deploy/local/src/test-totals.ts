import { relative } from 'node:path'

export type Totals = {
  passed: number
  failed: number
  skipped: number
  /** The passed tests whose first attempt failed, and the first line of its error. */
  passedAtSecondAttempt: { name: string; error: string }[]
  /** How long each file of tests took, longest first. */
  files: { name: string; seconds: number }[]
}

/** Second attempts that a run may need. More of them say that something is wrong, whatever passed in the end. */
const mostSecondAttempts = 3

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    status: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/**
 * The totals of a Vitest run from its JSON report. A file that fails as a whole counts as one failure.
 * So does a run without a readable report, and a run that fails although each test passed.
 */
export function totalsOf(report: string | undefined, exitCode: number): Totals {
  const parsed = parse(report)
  if (!parsed) return { passed: 0, failed: 1, skipped: 0, passedAtSecondAttempt: [], files: [] }
  const brokenFiles = parsed.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = parsed.numFailedTests + brokenFiles.length
  return {
    passed: parsed.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: parsed.numPendingTests + parsed.numTodoTests,
    // Vitest keeps the errors of the first attempt if the second one passes.
    passedAtSecondAttempt: parsed.testResults
      .flatMap((file) => file.assertionResults)
      .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      .map(({ fullName, failureMessages: [first = ''] }) => ({
        name: fullName.trim(),
        error: first.split('\n', 1)[0] ?? '',
      })),
    files: parsed.testResults
      .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1_000 }))
      .sort((one, other) => other.seconds - one.seconds),
  }
}

function parse(report: string | undefined): VitestReport | undefined {
  if (!report) return undefined
  try {
    return JSON.parse(report) as VitestReport
  } catch {
    // Cut off: the run was killed.
    return undefined
  }
}

/** Returns whether a run is red: a test failed, or too many passed only at their second attempt. */
export const isRed = ({ failed, passedAtSecondAttempt }: Totals): boolean =>
  failed > 0 || passedAtSecondAttempt.length > mostSecondAttempts

/** Returns the last lines of a run: its ten slowest files by paths below `root`, tests that needed a second attempt, and the totals. */
export function lastLines(totals: Totals, root: string): string[] {
  const { passed, failed, skipped, files } = totals
  const slowest = files
    .slice(0, 10)
    .map(({ name, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${relative(root, name)}`)
  return [
    ...(slowest.length > 0 ? ['The files that took longest:', ...slowest] : []),
    ...secondAttemptLines(totals),
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ]
}

function secondAttemptLines({ passedAtSecondAttempt: all }: Totals): string[] {
  if (all.length === 0) return []
  const count = all.length === 1 ? '1 test' : `${all.length} tests`
  const verdict = all.length > mostSecondAttempts ? `. More than ${mostSecondAttempts} make the run red` : ''
  return [
    `${count} passed only at ${all.length === 1 ? 'its' : 'their'} second attempt${verdict}:`,
    ...all.flatMap(({ name, error }) => [`  ${name}`, `    ${error}`]),
  ]
}
