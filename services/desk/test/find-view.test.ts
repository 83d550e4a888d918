import { expect, test } from 'vitest'
import { findView } from '../src/inbox/paths.ts'

test('an address begins only a list that the role may read', () => {
  const pathsAs = (role: Parameters<typeof findView>[1]) =>
    ['/desk', '/desk/offers', '/desk/queue/1', '/desk/me'].map((path) => findView(path, role))

  expect(pathsAs('expert')).toEqual(['offered', 'offered', undefined, undefined])
  expect(pathsAs('agent')).toEqual(['queue', undefined, 'queue', undefined])
  expect(pathsAs('admin')).toEqual(['queue', undefined, 'queue', undefined])
  expect(pathsAs('user')).toEqual([undefined, undefined, undefined, undefined])
})
