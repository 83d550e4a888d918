import { expect, test } from 'vitest'
import { findView, questionPath } from '../src/inbox/paths.ts'

test('an address begins only a list that the role may read', () => {
  const pathsAs = (role: Parameters<typeof findView>[1]) =>
    ['/desk', '/desk/offers', '/desk/queue/1', '/desk/me'].map((path) => findView(path, role))

  expect(pathsAs('expert')).toEqual(['offered', 'offered', undefined, undefined])
  expect(pathsAs('agent')).toEqual(['queue', undefined, 'queue', undefined])
  expect(pathsAs('admin')).toEqual(['queue', undefined, 'queue', undefined])
  expect(pathsAs('user')).toEqual([undefined, undefined, undefined, undefined])
})

test('a link to a question leads each role to a page on which it may read it', () => {
  const roles = ['expert', 'agent', 'admin'] as const
  expect(roles.map((role) => questionPath('1', role))).toEqual(['/offers/1', '/queue/1', '/admin/questions/1'])
})
