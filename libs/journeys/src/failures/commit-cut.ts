import { randomUUID } from 'node:crypto'
import { defineFailure } from './failure.ts'

type Size = { cuts: number }

export const commitCut = defineFailure<Size>({
  id: 'F13',
  title: 'a connection to Postgres that is cut exactly at COMMIT',
  promise: 'is told with 503, and the same key again finds what was done, or does it once',
  needs: { isCut: true },
  short: { cuts: 10 },
  full: { cuts: 200 },

  async run({ stage, ada, askMany, must }, { cuts }) {
    const ledger = await askMany(1)
    const questionUuid = ledger[0]?.uuid
    const texts: string[] = []
    const firsts = new Map<number, number>()
    for (let n = 0; n < cuts; n++) {
      const text = `Is there any news? ${randomUUID()}`
      texts.push(text)
      const statuses: number[] = []
      stage.proxy?.cutNext(n % 2 === 0 ? 'before' : 'after')
      const onAttempt = (status: number) => statuses.push(status)
      const said = await ada.post(
        '/messages',
        { questionUuid, text },
        { key: randomUUID(), patienceMs: 10_000, onAttempt },
      )
      const first = statuses[0] ?? 0
      firsts.set(first, (firsts.get(first) ?? 0) + 1)
      must(said.status === 201, `The second attempt was answered with ${said.status}`)
    }
    const rows = await stage.sql<{ body: string; times: number }>(
      'select body, count(*)::int as times from messages where body = any($1) group by 1',
      [texts],
    )
    must(rows.length === cuts, `${cuts - rows.length} messages were acknowledged and are gone`)
    must(
      rows.every(({ times }) => times === 1),
      'A message was written twice',
    )
    must(stage.proxy?.cuts() === cuts, `Only ${stage.proxy?.cuts()} connections were cut`)
    // The connection that was cut may have committed other work of the API.
    must((firsts.get(503) ?? 0) > cuts * 0.9, `First attempts were answered with ${[...firsts].join(', ')}`)
    must(
      [...firsts.keys()].every((status) => status === 503 || status === 201),
      `First attempts were answered with ${[...firsts.keys()].join(', ')}`,
    )
    return {
      injected: `${cuts} connections cut at COMMIT`,
      ledger,
      figures: { 'answered with 503': firsts.get(503) ?? 0 },
    }
  },
})
