import { expect, test } from 'vitest'
import { isAtStep, isOpen, linkOf } from './start-steps.ts'

const steps = (...done: boolean[]) => done.map((isDone) => ({ name: 'EXPERTS' as const, isDone }))

test('the first steps are the first page until all are done or an admin dismissed them', () => {
  expect([
    isOpen({ isDismissed: false, steps: steps(true, false) }),
    isOpen({ isDismissed: false, steps: steps(true, true) }),
    isOpen({ isDismissed: true, steps: steps(true, false) }),
  ]).toEqual([true, false, false])
})

test('the way back is shown on the page of the step and on those below it', () => {
  expect([
    isAtStep('EXPERTS', '/admin/experts'),
    isAtStep('EXPERTS', '/admin/experts/5f0c'),
    isAtStep('EXPERTS', '/admin/categories'),
    isAtStep('ANSWER', '/admin'),
    isAtStep('ANSWER', '/admin/audit'),
    isAtStep('BACKUP', '/admin'),
  ]).toEqual([true, true, false, true, false, false])
})

test('every step has a page on which it is done, but backups; a form opens only if its step is not done', () => {
  const names = ['CATEGORY', 'EXPERTS', 'INTEGRATION', 'WIDGET', 'ANSWER', 'BACKUP'] as const
  expect(names.filter((name) => linkOf({ name, isDone: false }) === undefined)).toEqual(['BACKUP'])
  expect([false, true].map((isDone) => linkOf({ name: 'EXPERTS', isDone })?.href)).toEqual([
    '/admin/experts?add=yes',
    '/admin/experts',
  ])
})
