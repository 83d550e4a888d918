import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { QuestionView } from '@askline/contracts'
import { migrateDatabase } from '@askline/db'
import { ownPostgres } from '@askline/testing/servers'
import { fetchToken, openCaller } from '../clients/caller.ts'
import { openSocketListener } from '../clients/socket-listener.ts'
import { type Attempt, startAsking } from '../load/asking.ts'
import { findFaults } from '../oracle.ts'
import { raiseStage, type Stage } from '../stage/stage.ts'
import type { EarlierRelease } from './earlier-release.ts'
import { startProxy } from './proxy.ts'

/** The effects of the upgrade on clients. */
export type Upgraded = {
  /** Questions that were acknowledged, and a sentence about each attempt that was not. */
  asked: number
  failed: string[]
  /** The log of HAProxy: which server was up or down, and when. */
  proxyLog: string
  /** Broken guarantees of the oracle. */
  faults: string[]
  /** Questions that were never offered, and the time in ms that the others took after the last request. */
  waiting: number
  backlogMs: number
  /** Versions of the changes that a socket heard before and after the upgrade. */
  heard: [number, number]
  /** Times that the clients' socket was lost. */
  losses: number
  /** Duration in ms of the migrations, and of the whole upgrade. */
  migratedMs: number
  upgradedMs: number
}

/**
 * Upgrades an installation of the earlier version while clients ask through HAProxy. The migrations come first. Then one process
 * after the other is replaced, so both versions serve side by side. Returns undefined if HAProxy cannot be installed.
 */
export async function upgradeDrill(
  release: EarlierRelease,
  { perSecond, betweenMs }: { perSecond: number; betweenMs: number },
): Promise<Upgraded | undefined> {
  const postgres = await ownPostgres({ log: () => undefined })
  // As in compose.scaled.yml: the proxy has time to notice that a process stops.
  const env = { SHUTDOWN_DELAY_MS: '4000' }
  const stage = await raiseStage({ postgres, apis: 2, workers: 2, notifiers: 2, release, env }).catch(async (error) => {
    await postgres.stop()
    throw error
  })
  const proxy = await startProxy(stage)
  try {
    if (!proxy) return undefined
    // The experts answer nothing. After missed offers they would be away, and no question would be offered any more.
    const company = await stage.found({ experts: 6, times: { offerMs: 3_600_000, awayAfterMissed: 0 } })
    const token = await fetchToken(proxy.url, company.integration, 'ada@example.com')
    const ada = openCaller([proxy.url], token)
    const watched = (await ada.post<QuestionView>('/questions', { text: 'Where is my card?' })).data.uuid
    const write = () =>
      ada.post('/messages', { questionUuid: watched, text: 'Is there any news?' }, { key: randomUUID() })
    const listener = await openSocketListener(proxy.url, token)
    await listener.watch(watched)
    await write()
    await untilHeard(() => listener.versionOf(watched) > 1)
    const before = listener.versionOf(watched)

    const asking = startAsking({ urls: [proxy.url], token, clients: 16, perSecond })
    await pause(betweenMs)
    const began = performance.now()
    const steps: Step[] = []
    await migrateDatabase(stage.databaseUrl)
    const migratedMs = performance.now() - began
    steps.push({ name: 'migrations', from: began, to: performance.now() })
    await pause(betweenMs)
    release.advance()
    for (const service of [...stage.workers, ...stage.notifiers, ...stage.apis]) {
      const from = performance.now()
      await service.restart()
      await service.ready()
      steps.push({ name: `restart of ${service.name}`, from, to: performance.now() })
      await pause(betweenMs)
    }
    const upgradedMs = performance.now() - began
    await pause(betweenMs)
    const { ledger, attempts } = await asking.stop()

    await write()
    await untilHeard(() => listener.versionOf(watched) > before + 1)
    const heard: [number, number] = [before, listener.versionOf(watched)]
    const stoppedAt = performance.now()
    const waiting = await countWaiting(stage)
    const backlogMs = performance.now() - stoppedAt
    const losses = listener.returns
    listener.close()
    return {
      asked: ledger.filter(({ status }) => status === 201).length,
      failed: attempts.filter(({ status }) => status !== 201).map((attempt) => describeAttempt(attempt, steps)),
      proxyLog: proxy.log(),
      waiting,
      backlogMs,
      faults: await findFaults(stage, ledger),
      heard,
      losses,
      migratedMs,
      upgradedMs,
    }
  } finally {
    await proxy?.stop()
    await stage.stop()
  }
}

/** One step of an upgrade, in ms of performance.now(). */
export type Step = { name: string; from: number; to: number }

/** Describes a failed attempt: its status, its duration, and the steps that it overlapped or followed. */
function describeAttempt({ at, status, ms, reason }: Attempt, steps: readonly Step[]): string {
  const seconds = (length: number) => `${(length / 1_000).toFixed(1)} s`
  const sentAt = at - ms
  const during = steps.filter(({ from, to }) => from <= at && sentAt <= to)
  const near = during.length > 0 ? during : steps.filter(({ to }) => to < sentAt).slice(-1)
  const places = near.map(
    ({ name, from, to }) => `${seconds(sentAt - from)} after the start of ${name} (${seconds(to - from)})`,
  )
  const answer = status === 0 ? 'no answer' : `status ${status}`
  return `${answer} (${reason}) after ${seconds(ms)}, sent ${places.join(' and ') || 'before all steps'}`
}

/** Time in ms without progress after which `countWaiting` gives up. */
const patienceMs = 30_000

/** Waits until experts were offered every open question, or until `patienceMs` passes without progress. Returns how many were not. */
async function countWaiting({ sql }: Stage): Promise<number> {
  for (let least = Number.POSITIVE_INFINITY, progressAt = performance.now(); ; ) {
    const [found] = await sql<{ count: number }>(
      'select count(*)::int from questions where closed_at is null and first_offered_at is null',
    )
    const count = found?.count ?? Number.NaN
    if (count < least) {
      least = count
      progressAt = performance.now()
    }
    if (count === 0 || performance.now() - progressAt > patienceMs) return count
    await pause(200)
  }
}

async function untilHeard(isHeard: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + 20_000
  while (!isHeard()) {
    if (performance.now() > giveUpAt) throw new Error('The socket did not receive the change within 20 s')
    await pause(50)
  }
}
