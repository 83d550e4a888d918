import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { abstentions } from '@askline/contracts'
import { storesElsewhere, storesOfQuestions } from '@askline/domain/privacy/forget-stores'
import { invariants } from '@askline/domain/routing/invariants'
import { urlRules } from '@askline/outbound'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api } = await openWorld()
const folder = fileURLToPath(new URL('../../desk/messages/faults', import.meta.url))
const sources = fileURLToPath(new URL('../src', import.meta.url))
const document = JSON.stringify((await api('GET', '/v1/openapi.json')).body)

/** Codes that the client makes up if there is no answer. */
const ofClient = ['no_answer']

/** A text for the rule of a field begins with it; the others are for codes. */
const ruleMark = 'rule.'

const textsOf = (file: string) => Object.keys(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')))

test.each(readdirSync(folder))('%s has a text for every code with which the API refuses a request', (file) => {
  const lists = [...document.matchAll(/Codes: ([a-z_, ]+)\./g)]
  const codes = new Set([...lists.flatMap(([, list = '']) => list.split(', ')), ...ofClient])

  expect(codes.size).toBeGreaterThan(90)
  expect(textsOf(file).filter((key) => !key.startsWith(ruleMark))).toEqual([...codes].sort())
})

/** Words of JSON Schema that are rules under their own names. */
const ofSchemas = ['minimum', 'maximum', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'uniqueItems']
/** How the API's sources name a rule. */
const namings = [
  /\brule: '([\w-]+)'/g,
  /detailOf\([^,]+, '([\w-]+)'/g,
  /invalidField\(\s*[^,]+,\s*'([\w-]+)'/g,
  /namePattern\(\s*(?:'(?:[^'\\]|\\.)*'|\w+),\s*'([\w-]+)'/g,
]

test.each(readdirSync(folder))('%s has a text for every rule that a field can break', (file) => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  const code = files
    .filter((path) => /^(http|routes)\/.+(?<!\.test)\.ts$/.test(path))
    .map((path) => readFileSync(`${sources}/${path}`, 'utf8'))
  const named = code.flatMap((text) => namings.flatMap((naming) => [...text.matchAll(naming)].map(([, rule]) => rule)))
  const ofDocument = ofSchemas.filter((word) => document.includes(`"${word}":`))
  const rules = new Set([...named, ...ofDocument, ...urlRules, 'name_not_resolved'])

  expect(rules.size).toBeGreaterThan(30)
  const texts = textsOf(file)
  expect([...rules].filter((rule) => !texts.includes(ruleMark + rule))).toEqual([])
})

const ofAdmins = fileURLToPath(new URL('../../desk/messages/admin/codes', import.meta.url))

/** Codes with figures that the pages of admins explain, by the beginning of their keys. */
const explained = {
  invariant: Object.keys(invariants),
  'lack.classes': abstentions,
  'lack.answers': abstentions,
}

test.each(readdirSync(ofAdmins))(
  '%s has a text for every invariant and for every lack of a rule of precision',
  (file) => {
    const texts = Object.keys(JSON.parse(readFileSync(`${ofAdmins}/${file}`, 'utf8')))
    for (const [start, codes] of Object.entries(explained)) {
      const told = texts.filter((key) => key.startsWith(`${start}.`)).map((key) => key.slice(start.length + 1))
      expect(told.sort(), start).toEqual([...codes].sort())
    }
  },
)

const adminTexts = fileURLToPath(new URL('../../desk/messages/admin/en.json', import.meta.url))

test('the receipt of an erasure names every store', () => {
  const stores = [...storesOfQuestions, ...storesElsewhere].map(([store]) => store)
  const besides = ['history', 'other', 'questions', 'released', 'withdrawn']
  const texts = Object.keys(JSON.parse(readFileSync(adminTexts, 'utf8'))).filter((key) => key.startsWith('store.'))

  expect(texts.sort()).toEqual([...new Set([...stores, ...besides])].map((store) => `store.${store}`).sort())
})
