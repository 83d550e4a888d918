import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api } = await openWorld()
const folder = fileURLToPath(new URL('../../desk/messages/faults', import.meta.url))

/** Codes that the client makes up if there is no answer. */
const ofClient = ['no_answer']

test.each(readdirSync(folder))('%s has a text for every code with which the API refuses a request', async (file) => {
  const document = JSON.stringify((await api('GET', '/v1/openapi.json')).body)
  const lists = [...document.matchAll(/Codes: ([a-z_, ]+)\./g)]
  const codes = new Set([...lists.flatMap(([, list = '']) => list.split(', ')), ...ofClient])

  const texts: Record<string, string> = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))

  expect(codes.size).toBeGreaterThan(90)
  expect(Object.keys(texts).sort()).toEqual([...codes].sort())
})
