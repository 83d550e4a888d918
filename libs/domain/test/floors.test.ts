import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// The floors of ARCHITECTURE.md. `.`: files beside the folders.
const floors = [
  ['.', 'clock', 'text', 'format', 'feed', 'webhooks/formats'],
  ['people', 'companies', 'access'],
  ['changes'],
  ['views'],
  [
    'questions',
    'replies',
    'routing',
    'knowledge',
    'files',
    'learning',
    'privacy',
    'dead-letters',
    'recovery',
    'webhooks',
  ],
  ['administration'],
]

const root = fileURLToPath(new URL('../src', import.meta.url))
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
const floorOf = (folder: string) => floors.findIndex((floor) => floor.includes(folder))

test('every folder of the domain stands on a floor', () => {
  const folders = new Set(sources.map((path) => dirname(path)))

  expect([...folders].filter((folder) => floorOf(folder) === -1)).toEqual([])
})

test('a file imports only from its own floor and from the floors below', () => {
  const upward = sources.flatMap((path) => {
    const imports = readFileSync(join(root, path), 'utf8').matchAll(/from '(\.[^']+)'/g)
    return [...imports].flatMap(([, target = '']) => {
      const imported = relative('.', normalize(join(dirname(path), target)))
      return floorOf(dirname(imported)) > floorOf(dirname(path)) ? [`${path} imports ${imported}`] : []
    })
  })

  expect(upward).toEqual([])
})
