import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Opens a WebSocket client that subscribes to a question and then stops reading from its connection. */
export async function openDeafReader(notifierUrl: string, token: string, questionUuid: string): Promise<Socket> {
  const socket = connect(Number(new URL(notifierUrl).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  let heard = ''
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1')
  })
  const hears = async (word: string) => {
    while (!heard.includes(word)) {
      if (socket.destroyed) throw new Error('The notifier closed the connection')
      await pause(5)
    }
  }
  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  )
  await hears('pingInterval')
  socket.write(frameOf(`40/v1,${JSON.stringify({ token })}`))
  await hears('40/v1,')
  socket.write(frameOf(`42/v1,0${JSON.stringify(['subscribe', { questionUuid }])}`))
  await hears('43/v1,0')
  socket.pause()
  return socket
}

/** Returns a masked text frame. The mask is zero, so the text is unchanged. */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0])
  return Buffer.concat([head, body])
}
