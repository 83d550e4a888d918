import { defineFailure } from './failure.ts'

type Size = { perApi: number; expiryMs: number }

const fiveMinutes = 5 * 60_000

export const clocksOff = defineFailure<Size>({
  id: 'F20',
  title: 'clocks of APIs and workers five minutes fast and five minutes slow',
  promise: 'keeps every deadline by the time of the database: none early, none late, each once',
  needs: {
    apis: 2,
    workers: 2,
    clocksOffMs: { api: [fiveMinutes, -fiveMinutes], 'routing-worker': [fiveMinutes, -fiveMinutes] },
  },
  company: ({ expiryMs }) => ({
    times: { escalationMs: expiryMs, rerouteShare: 0.5 },
    other: { name: 'Soon', times: { expiryMs } },
  }),
  short: { perApi: 40, expiryMs: 2_500 },
  full: { perApi: 1_000, expiryMs: 20_000 },

  async run({ stage, askMany, must, bound, within, unrouted }, { perApi, expiryMs }) {
    const expiring = await askMany(perApi, { questionCategory: 'Soon' })
    const escalating = await askMany(perApi)
    // Some expire; the others are prompted and then go to the agents.
    const ids = [...expiring, ...escalating].map(({ uuid }) => uuid)
    await within(expiryMs + 15_000, 'Every deadline is met', async () => {
      const open = await stage.sql(`select 1 from questions where id = any($1::uuid[]) and status = 'UNRESOLVED'`, [
        ids,
      ])
      return open.length === 0
    })
    const rows = await stage.sql<{ type: string; times: number; early: number; late: number }>(
      `select e.type, max(count(*)) over (partition by e.type)::int as times, min(extract(epoch from e.at - due)) as early,
         max(extract(epoch from e.at - due))::float8 as late
       from question_events e join questions q on q.id = e.question_id
       cross join lateral (select case e.type when 'QUESTION_EXPIRED' then q.expires_at
         when 'QUESTION_ESCALATED_BY_TIME' then q.created_at + $2 * interval '1 millisecond'
         else q.created_at + $2 * interval '0.5 millisecond' end as due) d
       where q.id = any($1::uuid[]) and e.type in ('QUESTION_EXPIRED', 'QUESTION_ESCALATED_BY_TIME', 'CUSTOMER_REROUTE_PROMPT')
       group by e.type, e.question_id`,
      [ids, expiryMs],
    )
    for (const [type, wanted] of [
      ['QUESTION_EXPIRED', perApi],
      ['QUESTION_ESCALATED_BY_TIME', perApi],
      ['CUSTOMER_REROUTE_PROMPT', perApi],
    ] as const) {
      const ofType = rows.filter((row) => row.type === type)
      must(ofType.length === wanted, `${type} happened to ${ofType.length} of ${wanted} questions`)
      must(
        ofType.every(({ times }) => times === 1),
        `${type} happened twice`,
      )
      must(
        ofType.every(({ early }) => Number(early) >= 0),
        `${type} came early`,
      )
      must(
        ofType.every(({ late }) => late * 1_000 < bound(5_000)),
        `${type} came ${Math.max(...ofType.map(({ late }) => late))} s late`,
      )
    }
    const tokensWork = await unrouted()
    must(tokensWork === 0, `${tokensWork} questions were never routed`)
    const latest = Math.max(...rows.map(({ late }) => late))
    return {
      injected: 'clocks +5 min and -5 min',
      ledger: [...expiring, ...escalating],
      figures: { 'latest deadline, ms': latest * 1_000 },
    }
  },
})
