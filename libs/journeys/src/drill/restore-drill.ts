import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ForgetReceiptView, InvariantView, QuestionView } from '@askline/contracts'
import { type PostgresTools, testSecretsKey } from '@askline/testing/servers'
import { fetchToken, openCaller } from '../clients/caller.ts'
import { openSocketListener } from '../clients/socket-listener.ts'
import { startAsking } from '../load/asking.ts'
import { findFaults } from '../oracle.ts'
import { raiseStage, type Stage } from '../stage/stage.ts'
import { startArchivedPostgres } from './archived-postgres.ts'
import { afterAllCommits, archiveAll, destroy, recover, until } from './recovery.ts'
import { run } from './run-program.ts'

/** The findings of the drill after the restore. */
export type Restored = {
  /** Broken guarantees of the oracle, for the questions from before the time of the restore. */
  faults: string[]
  /** Broken invariants a while after the services started, by name. */
  invariants: string[]
  /** Questions acknowledged before the time of the restore, and those after it that are gone. */
  kept: number
  gone: number
  /** Statuses of a poll with a stamp of the lost time: before the disaster and after the restore. */
  polls: [number, number]
  /** The version that a socket heard before the disaster, and the first one after the restore. */
  versions: [number, number]
  /** Status of a request with a token that ended in the lost time. */
  revoked: number
  /** Texts of a person forgotten in the lost time that are still stored. */
  remains: number
  /** Status of a new question. */
  asked: number
  /** Words of the last command. */
  said: string
  /** Duration in ms from the disaster until every service was ready. */
  recoveredMs: number
}

export type DrillOptions = {
  /** Asks per second, and the duration of each of the three loads in ms. */
  perSecond: number
  loadMs: number
}

const gone = 'gone@example.com'
const secret = 'My PIN is in the blue drawer'

/**
 * Backs up under load, destroys Postgres' data, restores to a point in time, and follows the steps of the runbook. Changes
 * after that time must be gone, and every remaining question must be consistent.
 */
export async function restoreDrill(tools: PostgresTools, { perSecond, loadMs }: DrillOptions): Promise<Restored> {
  const postgres = await startArchivedPostgres(tools)
  const stage = await raiseStage({ postgres }).catch(async (error) => {
    await postgres.stop()
    throw error
  })
  const outside = mkdtempSync(join(tmpdir(), 'askline-outside-'))
  try {
    const company = await stage.found()
    const [api = ''] = stage.apiUrls
    const token = await fetchToken(api, company.integration, 'ada@example.com')
    const ada = openCaller(stage.apiUrls, token)
    const shop = openCaller(stage.apiUrls, await fetchToken(api, company.integration))
    const asking = async () => {
      const load = startAsking({ urls: stage.apiUrls, token, clients: 8, perSecond })
      await pause(loadMs)
      return (await load.stop()).ledger
    }

    const first = await asking()
    const watched = (await ada.post<QuestionView>('/questions', { text: 'Where is my card?' })).data.uuid
    const theirs = openCaller(stage.apiUrls, await fetchToken(api, company.integration, gone))
    await theirs.post('/questions', { text: secret })
    await postgres.runScript('backup.sh', [postgres.backups], backupEnv(stage))
    const second = await asking()
    const lostSince = await afterAllCommits(stage)

    // The lost time.
    const lost = await asking()
    await ada.post('/messages', { questionUuid: watched, text: 'Is there any news?' })
    const listener = await openSocketListener(stage.notifierUrls[0] ?? '', token)
    await listener.watch(watched)
    const heard = listener.versionOf(watched)
    listener.close()
    const { lastUpdated } = (await ada.get<QuestionView>(`/questions/${watched}`)).data
    const poll = async () => (await ada.get(`/questions/${watched}?lastChecked=${lastUpdated}`)).status
    const before = await poll()
    await shop.post('/users/forget', { userEmail: gone })
    const stolen = await fetchToken(api, company.integration, 'ben@example.com')
    await end(api, company.integration, stolen)
    const lists = await exportLists(stage, outside)
    await archiveAll(stage)

    const disasterAt = performance.now()
    await destroy(postgres)
    const services = [...stage.apis, ...stage.workers, ...stage.notifiers]
    await Promise.all(services.map((service) => service.stop()))
    await recover(postgres, stage, lostSince)
    const said = await askline(stage, ['restored', '--lost-since', lostSince, ...lists])
    await Promise.all(services.map((service) => service.restart()))
    await Promise.all(services.map((service) => service.ready()))
    const recoveredMs = performance.now() - disasterAt

    const late = await openSocketListener(stage.notifierUrls[0] ?? '', token)
    await late.watch(watched)
    const polls: [number, number] = [before, await poll()]
    const versions: [number, number] = [heard, late.versionOf(watched)]
    late.close()
    await untilErased(openCaller(stage.apiUrls, await fetchToken(api, company.edda)))
    const kept = [...first, ...second].filter(({ status }) => status === 201)
    const { status: asked } = await ada.post(
      '/questions',
      { text: 'And now?' },
      { key: randomUUID(), patienceMs: 15_000 },
    )
    return {
      faults: await findFaults(stage, kept),
      invariants: await brokenInvariants(openCaller(stage.apiUrls, await fetchToken(api, company.edda))),
      kept: kept.length,
      gone: await countGone(stage, lost),
      polls,
      versions,
      revoked: (await openCaller(stage.apiUrls, stolen).get('/questions')).status,
      remains: await countRemains(stage),
      asked,
      said,
      recoveredMs,
    }
  } finally {
    await stage.stop()
    rmSync(outside, { recursive: true, force: true })
  }
}

const backupEnv = ({ databaseUrl }: Stage) => ({ DATABASE_URL: databaseUrl, SECRETS_KEY: testSecretsKey })

async function end(api: string, { clientId, clientSecret }: { clientId: string; clientSecret: string }, token: string) {
  const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret })
  const answer = await fetch(`${api}/v1/oauth/logout`, { method: 'POST', body })
  await answer.body?.cancel()
}

const program = fileURLToPath(new URL('../../../../services/api/dist/askline.js', import.meta.url))

const askline = ({ databaseUrl, redis, apiUrls }: Stage, args: string[]): Promise<string> =>
  run(process.execPath, [program, ...args], {
    env: { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, SECRETS_KEY: testSecretsKey, PUBLIC_URL: apiUrls[0] ?? '' },
  })

/** Adds to the files what a restored database will not know, as an operator does every minute. Returns the flags that name them. */
async function exportLists(stage: Stage, folder: string): Promise<string[]> {
  chmodSync(folder, 0o700)
  const [forgotten, revocations] = [join(folder, 'forgotten'), join(folder, 'revocations')]
  for (const [command, file] of [
    ['forget', forgotten],
    ['revocations', revocations],
  ] as const) {
    writeFileSync(file, '', { flag: 'a' })
    writeFileSync(file, await askline(stage, [command, '--export', '--earlier', file]))
  }
  return ['--forgotten', forgotten, '--revocations', revocations]
}

const untilErased = (edda: ReturnType<typeof openCaller>) =>
  until(60_000, 'The forgotten person is erased', async () => {
    const { data } = await edda.get<{ receipts: ForgetReceiptView[] }>('/users/forget')
    return data.receipts.length > 0 && data.receipts.every(({ status }) => status === 'ERASED')
  })

/** Waits until every invariant holds. Returns those that do not after 30 s. */
async function brokenInvariants(edda: ReturnType<typeof openCaller>): Promise<string[]> {
  const giveUpAt = performance.now() + 30_000
  for (;;) {
    const { data } = await edda.get<{ invariants: InvariantView[] }>('/admin/invariants')
    const broken = data.invariants.filter(({ violations }) => violations > 0).map(({ name }) => name)
    if (broken.length === 0 || performance.now() > giveUpAt) return broken
    await pause(200)
  }
}

async function countGone({ sql }: Stage, ledger: { uuid: string | undefined }[]): Promise<number> {
  const uuids = ledger.flatMap(({ uuid }) => uuid ?? [])
  const [found] = await sql<{ count: number }>('select count(*)::int from questions where id::text = any($1::text[])', [
    uuids,
  ])
  return uuids.length - (found?.count ?? 0)
}

async function countRemains({ sql }: Stage): Promise<number> {
  const [found] = await sql<{ count: number }>(
    `select (select count(*) from questions where text = $1)::int + (select count(*) from users where email = $2)::int as count`,
    [secret, gone],
  )
  return found?.count ?? 0
}
