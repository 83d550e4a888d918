import type { TObject, TSchema } from 'typebox'

type Copy = (value: unknown) => unknown

/**
 * A copy of a checked body with the members that its schema names, and no other: what nobody asked for reaches no command
 * and no table. Undefined where there is nothing to take away. Records, such as metadata, are the client's own and stay whole.
 * Of what may be null, too, no more than its members are left.
 */
export function knownMembersOf(schema: TSchema): Copy | undefined {
  const branches: TSchema[] | undefined = Reflect.get(schema, 'anyOf')
  const set = branches?.filter((branch) => Reflect.get(branch, 'type') !== 'null')
  if (set?.length === 1 && set[0]) return knownMembersOf(set[0])
  const type: unknown = Reflect.get(schema, 'type')
  if (type === 'array') {
    const copy = knownMembersOf(Reflect.get(schema, 'items'))
    return copy && ((value) => (Array.isArray(value) ? value.map(copy) : value))
  }
  const properties: TObject['properties'] | undefined = Reflect.get(schema, 'properties')
  if (type !== 'object' || !properties) return undefined
  const members = Object.entries(properties).map(([name, member]) => [name, knownMembersOf(member)] as const)
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const known: Record<string, unknown> = {}
    for (const [name, copy] of members) {
      if (!Object.hasOwn(value, name)) continue
      const member = Reflect.get(value, name)
      known[name] = copy ? copy(member) : member
    }
    return known
  }
}
