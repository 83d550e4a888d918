export type RedisCluster = {
  /** Nodes to ask for the others. */
  nodes: { host: string; port: number }[]
  username?: string
  password?: string
  isEncrypted: boolean
}

/**
 * Returns the nodes of a Redis Cluster that a URL with `?cluster=true` names, such as `redis://one:6379,two:6379?cluster=true`.
 * Returns `undefined` for the URL of a single server. Throws a TypeError, without the password, if the URL cannot be read.
 */
export function readRedisCluster(url: string): RedisCluster | undefined {
  const [address = '', query = ''] = url.split('?')
  if (new URLSearchParams(query).get('cluster') !== 'true') return undefined
  const [, scheme, login, hosts = ''] = /^(rediss?):\/\/(?:([^@]*)@)?([^/@]+)\/?$/.exec(address) ?? []
  const nodes = hosts.split(',').map((place) => {
    const [, host = '', port = '6379'] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(place) ?? []
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
  })
  if (scheme === undefined || nodes.some(({ host }) => host === '')) {
    throw new TypeError(
      'REDIS_URL with `cluster=true` must look like redis://user:password@one:6379,two:6379?cluster=true',
    )
  }
  const [username = '', password = ''] = (login ?? '').split(':').map(decodeURIComponent)
  return {
    nodes,
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    isEncrypted: scheme === 'rediss',
  }
}
