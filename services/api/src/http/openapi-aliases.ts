import { base } from './gate.ts'

const singular = new RegExp(`^${base}/(question|response)(?=[/?]|$)`)

/** Rewrites a singular path of the specification's changelog to its plural. */
export function asPlural(url: string): string {
  return singular.test(url) ? url.replace(singular, `${base}/$1s`) : url
}

type Paths = Record<string, Record<string, { operationId: string; summary?: string }>>

/** Returns the paths of the document followed by the singular alias of each that has one. */
export function withAliases(paths: Paths): Paths {
  const aliases = Object.entries(paths).flatMap(([path, operations]) => {
    const alias = path.replace(new RegExp(`^${base}/(question|response)s(?=/|$)`), `${base}/$1`)
    if (alias === path) return []
    const told = Object.entries(operations).map(([method, operation]) => [
      method,
      {
        ...operation,
        operationId: `${operation.operationId}Alias`,
        tags: ['aliases'],
        summary: `Alias of ${method.toUpperCase()} ${path}`,
      },
    ])
    return [[alias, Object.fromEntries(told)]]
  })
  return { ...paths, ...Object.fromEntries(aliases) }
}
