import { expect, test, vi } from 'vitest'
import { connect, openStage } from './notifier-stage.ts'

const { cast, claimsFor, db, mint, notify, offer, ask } = await openStage()
const token = (userId: string, kind: 'expert' | 'agent' = 'expert') => mint(claimsFor(userId, kind))

async function leftLongAgo(userId: string, minutes = 5): Promise<void> {
  await db.system.query(
    `update experts set last_active_at = clock_timestamp() - $2 * interval '1 minute', missed_offers = 2, availability = 'AWAY'
      where user_id = $1`,
    [userId, minutes],
  )
}
async function stateOf(userId: string) {
  const { rows } = await db.system.query<{ idleMs: number; missed: number; availability: string }>(
    `select extract(epoch from clock_timestamp() - last_active_at)::float8 * 1000 as "idleMs", missed_offers as missed, availability
      from experts where user_id = $1`,
    [userId],
  )
  return rows[0]
}
const idleMs = async (userId: string) => (await stateOf(userId))?.idleMs ?? Number.NaN
const soon = { interval: 20 }

test('connecting marks an expert as present, but neither as available nor as active', async () => {
  await leftLongAgo(cast.bruno)
  await leftLongAgo(cast.carla)

  await connect(await notify(), token(cast.bruno))

  await vi.waitFor(async () => expect(await idleMs(cast.bruno)).toBeLessThan(10_000), soon)
  expect(await stateOf(cast.bruno)).toMatchObject({ missed: 2, availability: 'AWAY' })
  expect(await idleMs(cast.carla)).toBeGreaterThan(250_000)
})

test('a connected expert stays present, written at most once a minute', async () => {
  const notifier = await notify({ presenceMs: 50 })
  await leftLongAgo(cast.bruno, 0.5)
  await leftLongAgo(cast.carla)
  await connect(notifier, token(cast.bruno))
  await connect(notifier, token(cast.carla))
  await vi.waitFor(async () => expect(await idleMs(cast.carla)).toBeLessThan(10_000), soon)
  expect(await idleMs(cast.bruno)).toBeGreaterThan(29_000)

  await leftLongAgo(cast.bruno)

  await vi.waitFor(async () => expect(await idleMs(cast.bruno)).toBeLessThan(10_000), soon)
})

test('composing resets the missed offers of an expert', async () => {
  const notifier = await notify()
  const questionId = await ask()
  await offer(questionId, [cast.carlos])
  const client = await connect(notifier, token(cast.carlos))
  await client.subscribe(questionId)
  await leftLongAgo(cast.carlos)

  client.socket.emit('composing', { questionUuid: questionId })

  await vi.waitFor(async () => expect(await stateOf(cast.carlos)).toMatchObject({ missed: 0 }), soon)
  expect(await idleMs(cast.carlos)).toBeLessThan(10_000)
})
