import type { Scene } from './failure.ts'

/** Locks the offers, so that workers block while they offer. Returns a function that releases the lock. */
export async function holdOffers({ stage }: Scene): Promise<() => Promise<void>> {
  const holder = await stage.connect()
  await holder.query('begin')
  await holder.query('lock table offers in exclusive mode')
  return async () => {
    await holder.query('rollback')
    await holder.end()
  }
}

/** Waits until a worker waits for a lock, which means that its jobs are in progress. */
export const awaitStuck = ({ stage, within }: Scene) =>
  within(10_000, 'A worker is in the middle of its jobs', async () => {
    const stuck = await stage.sql(`select 1 from pg_stat_activity where application_name = 'askline-routing-worker'
      and wait_event_type = 'Lock'`)
    return stuck.length > 0
  })

/**
 * Records each question as broken that was not offered exactly once, to three experts. Returns the time in ms from the ask to
 * the latest offer. Offers of the company must outlast the test, because a second wave would otherwise be correct.
 */
export async function mustBeOfferedOnce({ stage, must }: Scene, uuids: (string | undefined)[]): Promise<number> {
  const rows = await stage.sql<{ offered: number; late: number; offers: number }>(
    `select count(e.seq)::int as offered, max(extract(epoch from e.at - q.created_at))::float8 * 1000 as late,
       (select count(*)::int from offers o where o.question_id = q.id) as offers
     from questions q join question_events e on e.question_id = q.id and e.type = 'QUESTION_OFFERED'
     where q.id = any($1::uuid[]) group by q.id`,
    [uuids],
  )
  const twice = rows.filter(({ offered, offers }) => offered !== 1 || offers !== 3)
  must(rows.length === uuids.length, `${uuids.length - rows.length} questions were never offered`)
  must(twice.length === 0, `${twice.length} questions were not offered exactly once: ${JSON.stringify(twice[0])}`)
  return Math.max(0, ...rows.map(({ late }) => late))
}
