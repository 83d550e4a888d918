import { setTimeout as pause } from 'node:timers/promises'
import { openCaller } from '../clients/caller.ts'
import type { LedgerEntry } from '../oracle.ts'
import { defineFailure } from './failure.ts'

/** Questions at a time. More writers would wait for each other instead of racing the expiry. */
type Size = { rounds: number; questions: number; expiryMs: number; everyMs: number }

export const expiryRace = defineFailure<Size>({
  id: 'F19',
  title: 'messages posted while their question expires',
  promise: 'takes each before the expiry or refuses it, and never shows one after QUESTION_EXPIRED',
  needs: { apis: 2, workers: 2 },
  company: ({ expiryMs }) => ({ other: { name: 'Soon', times: { expiryMs } } }),
  short: { rounds: 1, questions: 20, expiryMs: 5_000, everyMs: 100 },
  full: { rounds: 20, questions: 50, expiryMs: 4_000, everyMs: 200 },

  async run({ stage, ada, askMany, must, within }, { rounds, questions, expiryMs, everyMs }) {
    const ledger: LedgerEntry[] = []
    const taken: string[] = []
    const refusals = new Map<string, number>()
    let fought = 0
    const write = async (questionUuid: string, n: number) => {
      const caller = openCaller(stage.apiUrls, ada.token, n)
      let spoken = 0
      for (let tries = 0; tries < (expiryMs / everyMs) * 3; tries++) {
        const message = { questionUuid, text: 'Is there any news?' }
        const said = await caller.post<{ uuid: string }>('/messages', message, { patienceMs: 10_000 })
        if (said.status === 201) {
          taken.push(said.data.uuid)
          spoken++
        } else {
          const code = `${said.status} ${said.error?.code}`
          refusals.set(code, (refusals.get(code) ?? 0) + 1)
          if (spoken > 0) fought++
          return
        }
        await pause(everyMs)
      }
      must(false, 'A question did not expire')
    }
    for (let round = 0; round < rounds; round++) {
      const askAndWrite = async (n: number) => {
        const asked = await askMany(1, { questionCategory: 'Soon' })
        ledger.push(...asked)
        // At once, because on a busy machine the question could expire while the others are asked.
        await write(asked[0]?.uuid ?? '', n)
      }
      await Promise.all(Array.from({ length: questions }, (_, n) => askAndWrite(n)))
    }
    const ids = ledger.map(({ uuid }) => uuid)
    await within(10_000, 'Every question has expired', async () => {
      const left = await stage.sql(`select 1 from questions where id = any($1::uuid[]) and status <> 'EXPIRED'`, [ids])
      return left.length === 0
    })
    const kept = await stage.sql<{ id: string }>('select id from messages where id = any($1::uuid[])', [taken])
    must(kept.length === taken.length, `${taken.length - kept.length} messages were acknowledged and are gone`)
    const after = await stage.sql(
      `select 1 from messages m join messages x on x.question_id = m.question_id and x.type = 'QUESTION_EXPIRED_SYSTEM_MESSAGE'
       where m.question_id = any($1::uuid[]) and m.type = 'MESSAGE' and m.seq > x.seq`,
      [ids],
    )
    must(after.length === 0, `${after.length} messages stand after QUESTION_EXPIRED`)
    must(
      [...refusals.keys()].join() === '400 interaction_not_allowed',
      `Refused with ${[...refusals.keys()].join(', ')}`,
    )
    must(fought > (rounds * questions) / 2, `Only ${fought} questions were written on until they expired`)
    return { injected: `${rounds * questions} races`, ledger, figures: { 'messages taken': taken.length } }
  },
})
