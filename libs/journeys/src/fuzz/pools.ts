/** Uuids that answers have named, by kind: `questions`, `responses`, `messages`, `experts` … */
export type Pools = {
  /** Returns the entry that a number selects, or an unused uuid if the pool is empty. */
  pick(name: string, number: number): string
  /** Remembers every uuid and cursor of an answer. `path`: the requested path of the document. */
  learn(path: string, body: unknown): void
}

const most = 400
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const nothing = '01890000-0000-7000-8000-000000000000'

/** `spared`: uuids of the callers, so that no caller is blocked or removed while its token is needed. */
export function buildPools(spared: ReadonlySet<string>): Pools {
  const pools = new Map<string, string[]>()
  const add = (name: string, value: string) => {
    const pool = pools.get(name) ?? []
    pools.set(name, pool)
    // Drops the oldest entry, because most old questions are closed.
    if (!pool.includes(value) && pool.push(value) > most) pool.shift()
  }
  function walk(value: unknown, name: string, resource: string): void {
    if (Array.isArray(value)) for (const item of value) walk(item, name, resource)
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      if (key === 'uuid' && typeof member === 'string' && uuid.test(member) && !spared.has(member)) add(name, member)
      else if (key === 'nextCursor' && typeof member === 'string') add(`cursors_${resource}`, member)
      else if (key === 'lastUpdated' && typeof member === 'string') add('dates', member)
      else walk(member, Array.isArray(member) ? key : key === 'author' ? 'people' : name, resource)
    }
  }
  return {
    pick(name, number) {
      const pool = pools.get(name)
      return pool?.[number % pool.length] ?? (name === 'dates' ? '2026-01-31T09:30:00Z' : nothing)
    },
    learn(path, body) {
      walk(body, resourceOf(path), resourceOf(path))
    },
  }
}

/** Returns the kind of resource that the uuid of a path names. */
export function resourceOf(path: string): string {
  const [first = '', second = ''] = path.split('/').slice(2)
  const name =
    first === 'admin' || first === 'agents' || first === 'me' || path.includes('/users/forget') ? second : first
  return name === 'question' || name === 'response' ? `${name}s` : name
}
