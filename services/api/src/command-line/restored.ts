import { checkDatabase, type Database, inSystem, statement, types } from '@askline/db'
import { recordActEverywhere } from '@askline/domain/access/audit'
import { endPasswordLinksOfCompany } from '@askline/domain/access/end-password-links'
import { type OutsideRevocation, replayOutsideRevocations } from '@askline/domain/access/outside-list'
import { listCompanyTags } from '@askline/domain/companies/create-company'
import { beginFeed } from '@askline/domain/feed/begin-feed'
import { replayTombstones } from '@askline/domain/privacy/forget-again'
import { findChangeSince, raiseRestoredQuestions } from '@askline/domain/recovery/raise-versions'
import { findInvariants } from '@askline/domain/routing/find-invariants'
import { dropSigningKey, findActiveKids, type SecretBox, signingKey, UnknownSecretsKeyError } from '@askline/runtime'
import { type Command, RefusedError, UsageError } from './command.ts'
import { companyNamed } from './companies.ts'
import { type OutsideList, readOutsideList } from './outside-list.ts'
import { revocations } from './revocations.ts'
import { tombstones } from './tombstones.ts'

const listIsLost = 'list-is-lost'

export const restored: Command = {
  name: 'restored',
  usage: '--lost-since <time> --forgotten <file> --revocations <file> [--list-is-lost, without the flag of that list]',
  summary:
    'Run it after restoring a backup to a point in time, before the services start. Empties the queues in Redis, replays revocations and forgetting, ends invitations, and gives every question a new version.',
  flags: { required: ['lost-since'], optional: ['forgotten', 'revocations'], switches: [listIsLost] },
  async run({ db, now, say, secrets, emptyQueues }, { flags }) {
    const lostSince = timeOf(flags['lost-since'] ?? '', now())
    refuseMissingList(flags)
    await checkDatabase(db)
    const people = await readUnlessLost(db, tombstones, flags['forgotten'])
    const ends = await readUnlessLost(db, revocations, flags['revocations'])
    await refuseRunningServices(db)
    await refuseForeignKey(db, secrets())
    await refuseLaterChanges(db, lostSince)

    say(`lists     forgotten people: ${people.until}; revocations: ${ends.until}`)
    say(`jobs      ${await emptyQueues()} keys of the queues removed from Redis`)
    const added = await replayOutsideRevocations(db, ends.entries)
    await dropKeysAgain(db, secrets(), ends.entries)
    say(`revoked   ${added.length} revocations added again`)
    say(`links     ${await endLinks(db)} invitations and links for new passwords ended`)
    say(`feed      ${await renumberFeed(db)} events are in a new feed, and former cursors are gone`)
    say(`raised    ${await raiseRestoredQuestions(db, lostSince)} questions have a new version`)
    const { returned } = await replayTombstones(db, people.entries)
    say(`returned  ${returned} people forgotten again; a routing worker erases what they wrote`)
    await inSystem(db, (tx) => recordActEverywhere(tx, { action: 'backup_restored', actor: { kind: 'operator' } }))
    await sayInvariants(db, say)
    if (flags[listIsLost] === 'yes')
      say('Before you start the services: deploy/RUNBOOK.md says what to do, under "An outside list is lost".')
    say('Start the services. Clients get the restored state with their next request.')
  },
}

/** Takes ISO 8601 and the form of Postgres' log, such as `2026-11-24 01:57:49.154237+00`. A part of a millisecond counts as one. */
function timeOf(given: string, nowSeconds: number): Date {
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|([+-]\d\d):?(\d\d)?)$/.exec(given)
  const [, day, clock, hours, minutes = '00'] = parts ?? []
  const time = new Date(`${day}T${clock}${hours ? `${hours}:${minutes}` : 'Z'}`)
  // Without an offset the time would be that of this machine's zone.
  if (!parts || Number.isNaN(time.getTime()))
    throw new UsageError('--lost-since must be a time with its offset, such as 2026-05-04T09:30:00Z.')
  if (time.getTime() >= (nowSeconds + 1) * 1_000) throw new UsageError('--lost-since is in the future.')
  return /\.\d{3}\d*[1-9]/.test(given) ? new Date(time.getTime() + 1) : time
}

/** Returns the entries of the file and when it was written, or nothing if its list is lost. */
async function readUnlessLost<Entry>(
  db: Database,
  list: OutsideList<Entry>,
  file: string | undefined,
): Promise<{ entries: Entry[]; until: string }> {
  if (file === undefined) return { entries: [], until: 'lost' }
  const { head, entries } = await readOutsideList(db, list, file)
  return { entries, until: head.exportedAt }
}

function refuseMissingList(flags: Record<string, string>): void {
  const missing = ['forgotten', 'revocations'].filter((name) => flags[name] === undefined)
  const isLost = flags[listIsLost] === 'yes'
  if (missing.length > 0 && !isLost)
    throw new UsageError(`--${missing.join(' and --')} is missing. If that list is lost, add --${listIsLost}.`)
  if (missing.length === 0 && isLost)
    throw new UsageError(`--${listIsLost} cannot be combined with the flag of the lost list.`)
}

const connected = statement({
  name: 'find-connected-services',
  row: { name: types.text },
  text: `select distinct coalesce(application_name, '') as name from pg_stat_activity
    where datname = current_database() and application_name in ('askline-api', 'askline-routing-worker', 'askline-notifier', 'askline-courier') order by 1`,
})

async function refuseRunningServices(db: Database): Promise<void> {
  const running = await inSystem(db, (tx) => tx.query(connected, []))
  if (running.length === 0) return
  throw new RefusedError(`Stop the services first: ${running.map(({ name }) => name).join(', ')}.`)
}

async function refuseForeignKey(db: Database, secrets: SecretBox): Promise<void> {
  if ((await inSystem(db, findActiveKids)).length === 0) return
  await signingKey(db, secrets).catch((error: unknown) => {
    if (!(error instanceof UnknownSecretsKeyError)) throw error
    throw new RefusedError(
      'SECRETS_KEY does not open the signing keys of this backup. Use the key that was in use at the time of the backup.',
    )
  })
}

async function refuseLaterChanges(db: Database, lostSince: Date): Promise<void> {
  const later = await findChangeSince(db, lostSince)
  if (!later) return
  throw new RefusedError(
    `A question of ${later.company} changed at ${later.at.toISOString()}, after ${lostSince.toISOString()}. ` +
      'Restore to that time, or pass the time to which you restored.',
  )
}

async function dropKeysAgain(db: Database, secrets: SecretBox, given: readonly OutsideRevocation[]) {
  for (const { kind, subject } of given) {
    if (kind === 'key') await inSystem(db, (tx) => dropSigningKey(tx, secrets, subject))
  }
}

async function endLinks(db: Database): Promise<number> {
  let count = 0
  for (const tag of await inSystem(db, listCompanyTags))
    count += await inSystem(db, async (tx) => endPasswordLinksOfCompany(tx, await companyNamed(tx, tag)))
  return count
}

/** Before questions are raised, so that these events follow all that were restored. */
async function renumberFeed(db: Database): Promise<number> {
  const tags = await inSystem(db, listCompanyTags)
  const ids = await Promise.all(tags.map((tag) => inSystem(db, (tx) => companyNamed(tx, tag))))
  return beginFeed(db, ids)
}

async function sayInvariants(db: Database, say: (line: string) => void): Promise<void> {
  const tags = await inSystem(db, listCompanyTags)
  let isWhole = true
  for (const tag of tags) {
    const found = await inSystem(db, async (tx) => findInvariants(tx, await companyNamed(tx, tag)))
    for (const { name, violations } of found) {
      if (violations === 0) continue
      isWhole = false
      say(`broken    ${name} of ${tag}: ${violations}`)
    }
  }
  if (isWhole) say('broken    0 invariants')
  else say('The routing workers meet missed deadlines and repair the rest. Look at /v1/admin/invariants later.')
}
