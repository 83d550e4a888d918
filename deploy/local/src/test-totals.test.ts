import { expect, test } from 'vitest'
import { closingLine, totalsOf } from './test-totals.ts'

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
  expect(closingLine(totalsOf(report({}), 0))).toBe('5 passed, 0 failed, 3 skipped')
})

test('a file that cannot be loaded is a failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }]

  expect(totalsOf(report({ testResults }), 1)).toMatchObject({ failed: 1 })
})

test('a failed test counts once, not also for its file', () => {
  const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }]

  expect(totalsOf(report({ numFailedTests: 1, testResults }), 1)).toMatchObject({ failed: 1 })
})

test('a run that failed although each test passed is a failure', () => {
  expect(totalsOf(report({}), 1)).toMatchObject({ passed: 5, failed: 1 })
})

test('a run without a report is a failure', () => {
  expect(totalsOf(undefined, 0)).toMatchObject({ failed: 1 })
  expect(totalsOf('{"numPassed', 0)).toMatchObject({ failed: 1 })
})
