import { openClient } from '@askline/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSends, type Sends } from './sends.ts'

/** A queue whose service answers each text after a while. `onText` is called while a text is on its way. */
function openQueue(onText: (text: string, sends: Sends) => void) {
  vi.stubGlobal('window', new EventTarget())
  onTestFinished(() => void vi.unstubAllGlobals())
  const received: string[] = []
  let mostAtOnce = 0
  let now = 0
  const client = openClient({
    url: 'http://service.example',
    credentials: { token: 't' },
    fetch: async (_url, init) => {
      const { text } = JSON.parse(new TextDecoder().decode(init?.body as ArrayBuffer))
      received.push(text)
      mostAtOnce = Math.max(mostAtOnce, ++now)
      onText(text, sends)
      await new Promise((resolve) => setTimeout(resolve, 30))
      now--
      return Response.json({ data: {}, meta: {} }, { status: 201 })
    },
  })
  const sends = openSends({ client, owner: 'ada', heldToken: () => undefined, onSent: () => undefined })
  onTestFinished(() => {
    sends.close()
    client.close()
  })
  const write = (text: string, delayMs?: number) => sends.add({ kind: 'message', questionUuid: 'q', text }, delayMs)
  return { write, sends, received, mostAtOnce: () => mostAtOnce }
}

test('a text that is written while another one is on its way is sent after it', async () => {
  const { write, received, mostAtOnce } = openQueue((text) => text === 'one' && write('two'))
  write('one')

  await vi.waitFor(() => expect(received).toEqual(['one', 'two']))
  expect(mostAtOnce()).toBe(1)
})

test('a text that is taken back while another one is on its way is not sent', async () => {
  let second = ''
  const { write, received } = openQueue((text, sends) => {
    if (text === 'one') expect(sends.takeBack(second)).toMatchObject({ text: 'two' })
  })
  const first = write('one')
  second = write('two').key

  await first.sent
  await write('three').sent
  expect(received).toEqual(['one', 'three'])
})

test('a text with a long time to undo does not delay one that is written after it', async () => {
  const { write, received } = openQueue(() => undefined)
  write('undoable', 60_000)

  await write('now').sent
  expect(received).toEqual(['now'])
})
