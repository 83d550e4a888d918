import { expect, it } from 'vitest'
import { addressOf, domainOf, emailOf } from './address.ts'

it.each([
  ['Jürgen@firm.example', 'JÜRGEN@FIRM.EXAMPLE', 'Ju\u0308rgen@Firm.Example', 'JU\u0308RGEN@firm.example.'],
  ['Özlem@gärtner.example', 'ÖZLEM@GÄRTNER.EXAMPLE', 'özlem@xn--grtner-bua.example', 'özlem@XN--GRTNER-BUA.example.'],
  ['Ольга@почта.example', 'ОЛЬГА@ПОЧТА.EXAMPLE', 'ольга@xn--80a1acny.example', 'ОЛЬГА@почта。example'],
  ['ΝΊΚΟΣ@firm.example', 'Νίκος@firm.example', 'νίκος@firm.example', 'νι\u0301κος@firm.example'],
  ['ada@firm.example', 'ADA@ＦＩＲＭ.example', ' ada@firm.example ', 'ada@fi\u00adrm.example'],
  ['ΟΔΟΣ.Α@firm.example', 'οδος.α@firm.example', 'ΟΔΟΣ.α@firm.example', 'οδοσ.α@firm.example'],
  [
    'ada@firm.example',
    'ad\u200ba@firm.example',
    '\u202eada@firm.example',
    'ada\u00ad@\u2066firm.example',
    'ada@firm.example..',
  ],
  ['علي@firm.example', 'علي@firm.example\u200e', '\u200fعلي@firm.example', 'عل\u200cي@firm.example'],
  ['elif.İ@firm.example', 'ELIF.İ@firm.example', 'elif.i\u0307@firm.example', 'Elif.I\u0307@firm.example'],
])('%j is one person in every spelling', (first, ...others) => {
  const address = addressOf(first)
  expect(others.map(addressOf)).toEqual(others.map(() => address))
  expect(addressOf(address)).toBe(address)
})

it.each([
  ['ada@firm.example', 'ada@firm.example/x'],
  ['ada@firm.example', 'ada@firm.example?x'],
  ['ada@firm.example', 'ada@fir%6d.example'],
  ['ada@firm.example', 'ada@firm.example:80'],
  ['jurgen@firm.example', 'jürgen@firm.example'],
  ['strasse@firm.example', 'straße@firm.example'],
])('%j and %j are two people', (one, other) => {
  expect(addressOf(one)).not.toBe(addressOf(other))
})

it('an invalid domain is only lowered', () => {
  expect(['A..B', '.', '[::1]', 'a|B', 'x y'].map(domainOf)).toEqual(['a..b', '.', '[::1]', 'a|b', 'x y'])
})

it('an address is kept as it was given, without spaces around it and without what readers do not see', () => {
  expect(emailOf(' \u200eAda@Firm.example\u200f ')).toBe('Ada@Firm.example')
  expect(emailOf('\u202eada@firm.exa\u200bmple')).toBe('ada@firm.example')
})

it.each(['ada', 'ada@', '\u200b@firm.example', 'ada@\u200b', 'a b@firm.example', 'a@b@c'])(
  '%j is no address',
  (email) => {
    expect(() => emailOf(email)).toThrow('The value is not a valid e-mail address.')
  },
)
