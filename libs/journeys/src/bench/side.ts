import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServiceName, ServiceProcess } from '@askline/local'
import { ownPostgres } from '@askline/testing/servers'
import { fetchToken } from '../clients/caller.ts'
import { raiseStage, type Stage } from '../stage/stage.ts'
import type { Senders, Target } from './load/orders.ts'

/** One version with its own servers and a company of 24 experts and 20 askers. `services`: the first copies. */
export type Side = {
  name: string
  stage: Stage
  services: Record<Exclude<ServiceName, 'courier'>, ServiceProcess>
  target: Target
  senders: Senders
  adminToken: string
}

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const profiler = new URL('profile.js', import.meta.url).href
const [experts, askers] = [24, 20]
/** Offers outlast the benchmark, so that no second wave runs during a measurement. */
const offerMs = 3_600_000

/**
 * Starts the version whose built tree is in `root`, by default the present one. Its Postgres writes to the disk as in production.
 * `copies`: processes of each service.
 */
export async function raiseSide(
  name: string,
  { root = repository, profile, copies = 1 }: { root?: string; profile?: string | undefined; copies?: number },
): Promise<Side> {
  // Another version has its own tables, so its own code fills them.
  const { listMigrations, openDatabase }: typeof import('@askline/db') = await import(
    join(root, 'libs/db/dist/index.js')
  )
  const { foundCompany }: typeof import('../stage/company.ts') = await import(
    join(root, 'libs/journeys/dist/stage/company.js')
  )
  const stage = await raiseStage({
    postgres: await ownPostgres({ log: () => undefined }),
    isAsBuilt: true,
    apis: copies,
    workers: copies,
    notifiers: copies,
    release: { current: root, migrations: await listMigrations() },
    env: profile ? { NODE_OPTIONS: `--import=${profiler}`, ASKLINE_PROFILES: profile } : {},
  })
  const [api, worker, notifier] = [stage.apis[0], stage.workers[0], stage.notifiers[0]]
  if (!api || !worker || !notifier) throw new Error('A service is missing')
  const db = openDatabase(stage.databaseUrl, { maxConnections: 1 })
  const company = await foundCompany(db, { experts, times: { offerMs } }).finally(() => db.close())
  const url = stage.apiUrls[0] ?? ''
  const emails = Array.from({ length: askers }, (_, n) => `asker${n}@example.com`)
  return {
    name,
    stage,
    services: { api, 'routing-worker': worker, notifier },
    target: { ports: stage.apiUrls.map(portOf), socketPorts: stage.notifierUrls.map(portOf) },
    senders: {
      integrationToken: await fetchToken(url, company.integration),
      askers: await Promise.all(
        emails.map(async (email) => ({ email, token: await fetchToken(url, company.integration, email) })),
      ),
      experts: await Promise.all(company.experts.map((expert) => fetchToken(url, expert))),
    },
    adminToken: await fetchToken(url, company.edda),
  }
}

const portOf = (url: string) => Number(new URL(url).port)
