import { questionText } from './load/question-text.ts'
import { dataOf, openWire, requestBytes } from './load/wire.ts'
import type { Contestant } from './ours.ts'

export type Prepared = { uuid: string; lastUpdated: string; asker: number }

/** Asks `count` questions by the askers in turn, and returns their ids. */
export async function askQuestions(
  { target, senders }: Contestant,
  count: number,
): Promise<{ uuid: string; asker: number }[]> {
  const wire = await openWire(target.port)
  const made: { uuid: string; asker: number }[] = []
  for (let n = 0; n < count; n++) {
    const asker = n % senders.askers.length
    const token = senders.askers[asker]?.token
    const answer = await wire.send(
      requestBytes(target, 'POST', '/questions', { token, body: { text: questionText(n) } }),
    )
    if (answer.status !== 201) throw new Error(`${target.name} answered an ask with ${answer.status}`)
    made.push({ uuid: dataOf<{ uuid: string }>(answer).uuid, asker })
  }
  wire.close()
  return made
}

/** Reads the present stamp of each question, for polls that must find no change. */
export async function readStamps(
  { target, senders }: Contestant,
  questions: readonly { uuid: string; asker: number }[],
): Promise<Prepared[]> {
  const wire = await openWire(target.port)
  const prepared: Prepared[] = []
  for (const { uuid, asker } of questions) {
    const answer = await wire.send(
      requestBytes(target, 'GET', `/questions/${uuid}`, { token: senders.askers[asker]?.token }),
    )
    prepared.push({ uuid, asker, lastUpdated: dataOf<{ lastUpdated: string }>(answer).lastUpdated })
  }
  wire.close()
  return prepared
}
