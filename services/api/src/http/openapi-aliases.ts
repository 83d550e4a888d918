import { base } from './gate.ts'

const singular = new RegExp(`^${base}/(question|response)(?=[/?]|$)`)

/** Rewrites a singular path of the specification's changelog to its plural. */
export function asPlural(url: string): string {
  return singular.test(url) ? url.replace(singular, `${base}/$1s`) : url
}

type Paths = Record<string, Record<string, { operationId: string; summary?: string }>>
type Document = { tags: object[]; paths: Paths }

const tag = {
  name: 'aliases',
  description: 'Singular paths from the changelog of the specification. Each equals its plural path.',
}

/** Returns the document with the singular alias of each path that has one, after all other paths. */
export function withAliases(document: object): Document {
  const { tags, paths, ...others } = document as Document
  const aliases = Object.entries(paths).flatMap(([path, operations]) => {
    const alias = path.replace(new RegExp(`^${base}/(question|response)s(?=/|$)`), `${base}/$1`)
    if (alias === path) return []
    const told = Object.entries(operations).map(([method, operation]) => [
      method,
      {
        ...operation,
        operationId: `${operation.operationId}Alias`,
        tags: [tag.name],
        summary: `Alias of ${method.toUpperCase()} ${path}`,
      },
    ])
    return [[alias, Object.fromEntries(told)]]
  })
  return { ...others, tags: [...tags, tag], paths: { ...paths, ...Object.fromEntries(aliases) } }
}
