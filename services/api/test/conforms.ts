import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { Answer, Body } from './world.ts'

/** Checks that an answer is exactly what the document says of it: no member more, none less. */
export function conformityTo(document: Body) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema({ $id: 'api', components: closed(document.components) })
  return function expectConformity(answer: Answer, method: string, path: string) {
    const operation = document.paths[path][method.toLowerCase()]
    const content = operation.responses[answer.status]?.content?.['application/json']
    expect(content, `${method} ${path} documents ${answer.status}`).toBeDefined()
    const schema = JSON.parse(JSON.stringify(closed(content.schema)).replaceAll('"#/', '"api#/'))
    const check = ajv.compile(schema)
    expect(check(answer.body) ? [] : check.errors, `${method} ${path}`).toEqual([])
  }
}

/** Objects whose members are all written down may have no other. */
function closed(value: Body): Body {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(closed)
  const members = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)]))
  return members['type'] === 'object' && members['properties'] && members['additionalProperties'] === undefined
    ? { ...members, additionalProperties: false }
    : members
}
