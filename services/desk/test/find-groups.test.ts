import { expect, test } from 'vitest'
import { findGroups, type GroupFacts } from '../src/inbox/find-groups.ts'

const [offer, open] = [{ offer: { isOpenToAll: false } }, { offer: { isOpenToAll: true } }]
const [toAnswer, answered] = [{ claim: {} }, { claim: null }]
const groupsIn = (...[view, questions, counts]: Parameters<typeof findGroups<GroupFacts>>) =>
  findGroups(view, questions, counts).map(({ name, first, size }) => [name, questions.indexOf(first), size])

test('offers are grouped into own ones and those that are open to everyone, with the sizes that the service counts', () => {
  const questions = [{ ...offer }, { ...offer }, { ...open }]

  expect(groupsIn('offered', questions, { own: 120, open: 300 })).toEqual([
    ['forYou', 0, 120],
    ['openToAll', 2, 300],
  ])
})

test('claimed questions are grouped into those to do and those that wait for the asker', () => {
  expect(groupsIn('claimed', [{ ...toAnswer }, { ...answered }, { ...answered }], undefined)).toEqual([
    ['toDo', 0, 1],
    ['waiting', 1, 2],
  ])
})

test('a group without questions has no heading, and neither have other lists', () => {
  expect(groupsIn('claimed', [{ ...answered }], undefined)).toEqual([['waiting', 0, 1]])
  expect(groupsIn('offered', [], { own: 0, open: 0 })).toEqual([])
  for (const view of ['answered', 'queue'] as const) expect(groupsIn(view, [{ ...answered }], undefined)).toEqual([])
})
