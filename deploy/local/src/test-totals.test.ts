import { expect, test } from 'vitest'
import { isRed, lastLines, totalsOf } from './test-totals.ts'

const failedTest = { status: 'failed', fullName: 'a question', failureMessages: ['wrong'] }
const passedTest = { status: 'passed', fullName: 'an answer', failureMessages: [] }
const report = (parts: object) =>
  JSON.stringify({
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [],
    ...parts,
  })

test('a successful run counts its tests, and omitted ones as skipped', () => {
  expect(lastLines(totalsOf(report({}), 0), '/')).toEqual(['5 passed, 0 failed, 3 skipped'])
})

test('a file that cannot be loaded is a failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }]

  expect(totalsOf(report({ testResults }), 1)).toMatchObject({ failed: 1 })
})

test('a failed test counts once, not also for its file', () => {
  const testResults = [{ status: 'failed', assertionResults: [failedTest, passedTest] }]

  expect(totalsOf(report({ numFailedTests: 1, testResults }), 1)).toMatchObject({ failed: 1 })
})

test('a run that failed although each test passed is a failure', () => {
  expect(totalsOf(report({}), 1)).toMatchObject({ passed: 5, failed: 1 })
})

test('a run without a report is a failure', () => {
  expect(totalsOf(undefined, 0)).toMatchObject({ failed: 1 })
  expect(totalsOf('{"numPassed', 0)).toMatchObject({ failed: 1 })
})

test('the tests that needed a second attempt are named with their first error, others are not', () => {
  const assertionResults = [
    { status: 'passed', fullName: ' desk opens', failureMessages: ['Error: timeout\n    at desk.test.ts:3:1'] },
    { status: 'passed', fullName: 'desk closes', failureMessages: [] },
    { status: 'failed', fullName: 'desk burns', failureMessages: ['timeout', 'timeout'] },
    { status: 'passed', fullName: ' a claim', failureMessages: ['late'] },
  ]
  const file = { name: '/desk.test.ts', startTime: 0, endTime: 1_000, status: 'failed' }
  const totals = totalsOf(report({ testResults: [{ ...file, assertionResults }] }), 1)

  expect(lastLines(totals, '/').slice(-6)).toEqual([
    '2 tests passed only at their second attempt:',
    '  desk opens',
    '    Error: timeout',
    '  a claim',
    '    late',
    '5 passed, 1 failed, 3 skipped',
  ])
})

test('a run is red if more than three tests passed only at their second attempt', () => {
  const attempts = (count: number) => {
    const late = { status: 'passed', fullName: 'a claim', failureMessages: ['late'] }
    const testResults = [{ status: 'passed', assertionResults: Array.from({ length: count }, () => late) }]
    return totalsOf(report({ testResults }), 0)
  }

  expect(isRed(attempts(3))).toBe(false)
  expect(isRed(attempts(4))).toBe(true)
  expect(isRed(totalsOf(report({ numFailedTests: 1 }), 1))).toBe(true)
})

test('the ten files that took longest are named, the longest first', () => {
  const testResults = Array.from({ length: 12 }, (_, n) => ({
    name: `/repository/libs/test/file-${n}.test.ts`,
    startTime: 1_000,
    endTime: 1_000 + n * 1_500,
    status: 'passed',
    assertionResults: [],
  }))

  const lines = lastLines(totalsOf(report({ testResults }), 0), '/repository')

  expect(lines).toHaveLength(12)
  expect(lines.slice(0, 2)).toEqual(['The files that took longest:', '    16.5 s  libs/test/file-11.test.ts'])
})
