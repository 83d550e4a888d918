import { createSocket } from 'node:dgram'
import { onTestFinished } from 'vitest'

const types: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' }

type Addresses = number[][] | 'silent'

/** Starts a DNS server on a free port of this machine. Names without a record do not exist. Returns its address. */
export async function startNameServer(records: Record<string, { A?: Addresses; AAAA?: Addresses }>) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, 12)
    const name = nameIn(query.subarray(12, end))
    const type = types[query.readUInt16BE(end + 1)]
    asked.push(`${name} ${type}`)
    const found = records[name]
    const addresses = (type && found?.[type]) || []
    if (addresses === 'silent') return
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(found ? 0x8180 : 0x8183, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(addresses.length, 6)
    const answers = addresses.map((address) =>
      // The name of byte 12, the type and class of the question, a lifetime of 60 s, and the address.
      Buffer.from([0xc0, 12, ...query.subarray(end + 1, end + 5), 0, 0, 0, 60, 0, address.length, ...address]),
    )
    socket.send(Buffer.concat([head, query.subarray(12, end + 5), ...answers]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, asked }
}

function nameIn(labels: Buffer): string {
  const names: string[] = []
  for (let place = 0; place < labels.length; place += 1 + (labels[place] ?? 0)) {
    names.push(labels.subarray(place + 1, place + 1 + (labels[place] ?? 0)).toString())
  }
  return names.join('.')
}
