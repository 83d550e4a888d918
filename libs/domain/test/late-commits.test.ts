import { inviteCast, openTestDatabase } from '@askline/testing'
import { expect, test } from 'vitest'

import { askQuestion } from '../src/questions/ask.ts'
import { publicUrl, stageOf } from './domain-stage.ts'

const db = await openTestDatabase({ maxConnections: 24 })
const cast = await inviteCast(db)
const { ask, run, user } = stageOf(db, cast)

type Place = { tx: string; position: string }

/** Returns the questions of the events after a place that no transaction in progress can still precede. */
async function readAfter({ tx, position }: Place) {
  const { rows } = await db.system.query<Place & { questionId: string }>(
    `select question_id as "questionId", tx::text, position::text from question_events
    where company_id = $1 and (tx, position) > ($2::xid8, $3::bigint) and tx < pg_snapshot_xmin(pg_current_snapshot())
    order by tx, position`,
    [cast.companyId, tx, position],
  )
  return rows
}

test('a reader in order of transactions misses no event of a transaction that commits late', async () => {
  let commit = () => {}
  const held = new Promise<void>((resolve) => {
    commit = resolve
  })
  let lateAsk: Promise<void> = Promise.resolve()
  const first = await new Promise<string>((resolve, reject) => {
    lateAsk = run(async (tx) => {
      const { view } = await askQuestion(tx, user(cast.ada), { text: 'Where is my card?', externalIds: [] }, publicUrl)
      resolve(view.uuid)
      await held
    })
    lateAsk.catch(reject)
  })
  const others = await Promise.all(Array.from({ length: 20 }, () => ask()))

  const seen: string[] = []
  let place: Place = { tx: '0', position: '0' }
  async function readOn() {
    const rows = await readAfter(place)
    seen.push(...rows.map(({ questionId }) => questionId))
    place = rows.at(-1) ?? place
    return seen.toSorted()
  }

  await readOn()
  commit()
  await lateAsk

  await expect.poll(readOn).toEqual([first, ...others].toSorted())
  expect(seen[0]).toBe(first)
})
