import { InvalidValueError } from '@askline/domain/errors'
import { expect, test } from 'vitest'
import { assertStrongPassword } from './password-strength.ts'

const owner = {
  name: 'Jürgen Öz',
  email: 'juergen.oez@northwind.example',
  company: { name: 'Northwind Bank', tag: 'nwb-eu' },
}

/** Returns the reason of the refusal, or 'accepted'. */
function reasonOf(password: string, of = owner): string {
  try {
    assertStrongPassword(password, of, 'newPassword')
    return 'accepted'
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error
    expect(error.code).toBe('password_weak')
    expect(error.details?.[0]?.field).toBe('newPassword')
    expect(error.message).toMatch(/^The new password is too easy to guess: it .+\.$/)
    return error.details?.[0]?.rule ?? ''
  }
}

test.each([
  ['aaaaaaaaaaaaaaa', 'weak-repeat'],
  ['passwordpassword', 'weak-repeat'],
  ['aaaaaaa aaaaaaaa', 'weak-repeat'],
  ['1234-5678-9012-345', 'weak-common'],
  ['123456789012345', 'weak-common'],
  ['qwertyuiopasdfgh', 'weak-common'],
  ['0123456789abcdef', 'weak-sequence'],
  ['a'.repeat(200), 'weak-repeat'],
  ['p4ssw0rd'.repeat(25), 'weak-repeat'],
  ['juergen.oez@northwind.example', 'weak-email'],
  ['JUERGEN.OEZ and a few words', 'weak-email'],
  ['juergen-oez 2026 forever', 'weak-email'],
  ['my name is Jürgen, yes', 'weak-name'],
  ['my name is JURGEN, yes', 'weak-name'],
  ['j-ü-r-g-e-n wrote this one', 'weak-name'],
  ['the Northwind Bank of mine', 'weak-company'],
  ['northwindbank-2026-x', 'weak-company'],
  ['my name is ＪＵＲＧＥＮ, yes', 'weak-name'],
  ['xx nwb_eu staff entrance', 'weak-company'],
])('the password %s is refused: %s', (password, reason) => {
  expect(reasonOf(password)).toBe(reason)
})

test.each([
  'correct horse battery staple',
  'Das Haus am See hat neun Türen',
  'an oz of gold at the river bank',
  '河の向こうで猫が静かに眠っている朝',
])('the password %s is accepted', (password) => {
  expect(reasonOf(password)).toBe('accepted')
})

test('a short name counts as a whole word only, and a name in Chinese or Korean anywhere', () => {
  const named = (name: string) => ({ ...owner, name })
  expect(reasonOf('a canoe trip across Canada', named('Ada'))).toBe('accepted')
  expect(reasonOf('a canoe trip with Ada only', named('Ada'))).toBe('weak-name')
  expect(reasonOf('STRAUSS lives by the sea', named('Richard Strauß'))).toBe('weak-name')
  expect(reasonOf('我叫王伟而且我喜欢划船和爬山', named('王伟'))).toBe('weak-name')
})

test('an account without an address or a visible name can have a password', () => {
  expect(reasonOf('correct horse battery staple', { name: '', email: '', company: { name: '', tag: '' } })).toBe(
    'accepted',
  )
})
