import type { Client } from '@askline/client'

/** Returns a function that opens a store when it is first asked for, and returns the same one for the same client after that. */
export function oncePerClient<Store>(open: (client: Client) => Store): (client: Client) => Store {
  const stores = new WeakMap<Client, { store: Store }>()
  return (client) => {
    const known = stores.get(client) ?? { store: open(client) }
    stores.set(client, known)
    return known.store
  }
}
