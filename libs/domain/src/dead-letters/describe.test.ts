import { deadLetterKinds, jobs } from '@askline/contracts'
import { describe, expect, it } from 'vitest'
import { describeDeadLetter } from './describe.ts'

const letter = {
  kind: 'job',
  name: 'route-question',
  payload: {},
  reason: 'stalled',
  attempts: 3,
  outcome: null,
} as const

describe('what a dead letter says', () => {
  it.each([
    ...Object.keys(jobs).map((name) => ({ kind: 'job', name }) as const),
    ...['wave', 'lease', 'prompt', 'escalation', 'approval', 'hold', 'expiry', 'opinion'].map(
      (name) => ({ kind: 'deadline', name }) as const,
    ),
  ])('is whole sentences for the $kind $name', (of) => {
    expect(describeDeadLetter({ ...letter, ...of })).toMatch(
      /^[A-Z].+ failed 3 times: .+\. Replay: .+\. Discard: .+\.$/,
    )
  })

  it('tells why as far as the reason is known', () => {
    const why = (reason: string) => describeDeadLetter({ ...letter, reason })

    expect(why('stalled')).toContain('times: its worker crashed or stalled.')
    expect(why('postgres_40001')).toContain('times: Postgres returned the error 40001.')
    expect(why('type_error')).toContain('times: the error was type_error.')
  })

  it('tells that the queues refused an outbox row', () => {
    expect(describeDeadLetter({ ...letter, kind: 'outbox', attempts: 1 })).toContain('was refused by the queues once: ')
  })

  it('warns that the other deadlines of a question wait with it', () => {
    expect(describeDeadLetter({ ...letter, kind: 'deadline', name: 'prompt' })).toContain(
      'No deadline of the question is processed',
    )
    expect(describeDeadLetter(letter)).not.toContain('No deadline')
  })

  it('is whole sentences for a job and for a deadline that only another version has', () => {
    expect(describeDeadLetter({ ...letter, name: 'gone' })).toMatch(/^A job that is not in the catalogue failed/)
    expect(describeDeadLetter({ ...letter, kind: 'deadline', name: 'gone' })).toMatch(
      /^A deadline that is not in the catalogue failed 3 times: .+\. Replay: .+\. Discard: nothing is done\.$/,
    )
  })

  it.each(deadLetterKinds)('promises no replay and no discard of a settled %s', (kind) => {
    const settled = describeDeadLetter({
      ...letter,
      kind,
      name: kind === 'deadline' ? 'wave' : letter.name,
      outcome: 'discarded',
    })

    expect(settled).toMatch(/\. It was discarded\.$/)
    expect(settled).not.toMatch(/Replay|Discard:|until/i)
  })

  it('promises no replay of a job that was not kept whole', () => {
    expect(describeDeadLetter({ ...letter, payload: null })).toContain('Replay: not possible')
    expect(describeDeadLetter({ ...letter, kind: 'deadline', name: 'wave', payload: null })).not.toContain(
      'not possible',
    )
  })
})
