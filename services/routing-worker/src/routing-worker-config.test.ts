import { expect, test } from 'vitest'
import { readConfig } from './routing-worker-config.ts'

test('the limit of evidence cannot exceed the questions of a snapshot', () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1/askline', REDIS_URL: 'redis://127.0.0.1' }
  expect(readConfig({ ...env, EVIDENCE_QUESTIONS: '3000000' }).evidenceQuestions).toBe(3_000_000)
  expect(() => readConfig({ ...env, EVIDENCE_QUESTIONS: '3000001' })).toThrow(/EVIDENCE_QUESTIONS.*3000000/)
})
