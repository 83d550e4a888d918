import { randomBytes } from 'node:crypto'
import type { PageLanguage } from '@askline/contracts'
import { type Database, querySystem, setupLinks, statement, type Tx, types } from '@askline/db'
import { type Origin, recordAct } from '../access/audit.ts'
import { hashSecret } from '../access/credentials.ts'
import { InvalidValueError, SetupDoneError } from '../errors.ts'
import { createCompany, initialCategoryNames } from './create-company.ts'
import { createPerson } from './create-person.ts'

/** Hours for which the link of the setup works. */
const linkHours = 24

/** The first company and its admin. */
export type Setup = {
  company: { tag: string; name: string; timeZone: string; language: PageLanguage }
  /** `passwordHash` is argon2id in PHC form. */
  admin: { email: string; name: string; passwordHash: string }
}

/** Databases that have a company. Companies are never deleted, so this is asked only until it is true. */
const setUpDatabases = new WeakSet<Database>()

/** Returns whether a company exists. Costs no query after the first time that one did. */
export async function isSetUp(db: Database): Promise<boolean> {
  if (setUpDatabases.has(db)) return true
  const [row] = await querySystem(db, selectIsSetUp, [])
  if (row?.isSetUp) setUpDatabases.add(db)
  return row?.isSetUp ?? false
}

/**
 * Makes the link with which the first company is created. Returns its token, of which only the SHA-256 is stored. An earlier link
 * ends. Throws SetupDoneError if a company exists. Needs a transaction of `inSystem`.
 */
export async function makeSetupLink(tx: Tx): Promise<string> {
  await lockSetup(tx)
  const token = randomBytes(32).toString('base64url')
  await tx.query(upsertLink, [hashSecret(token), linkHours])
  return token
}

/**
 * Creates the first company with its default category and its admin, and ends the link. Without a token, the operator does it. Only
 * one of several concurrent calls succeeds. Throws SetupDoneError if a company exists, whatever the token. Otherwise throws
 * InvalidValueError `token_invalid` if the token is unknown, replaced or expired, and what `createCompany` and `createPerson`
 * throw. Needs a transaction of `inSystem`.
 */
export async function setUp(
  tx: Tx,
  { company, admin }: Setup,
  { token, ...origin }: Partial<Origin> & { token?: string } = {},
): Promise<{ companyId: string; userId: string }> {
  await lockSetup(tx)
  const used = await tx.query(deleteLink, [token === undefined ? null : hashSecret(token)])
  if (token !== undefined && used.length === 0) throw tokenInvalid()
  const { tag, name, timeZone, language } = company
  const settings = { timeZone, language }
  const defaultCategory = { name: initialCategoryNames[language] }
  const { companyId } = await createCompany(tx, { tag, name, settings, defaultCategory })
  const { userId } = await createPerson(tx, { companyId, ...admin, role: 'admin' })
  const act = { companyId, actor: { kind: 'operator' }, ...origin } as const
  await recordAct(tx, { ...act, action: 'company_created', targetId: companyId })
  await recordAct(tx, { ...act, action: 'staff_created', targetId: userId })
  return { companyId, userId }
}

/** Lets other setups wait until the transaction ends. Throws SetupDoneError if a company exists. */
async function lockSetup(tx: Tx): Promise<void> {
  tx.send(lockAllSetups, [])
  // A second statement, because the first one does not see what was committed while it waited for the lock.
  const [row] = await tx.query(selectIsSetUp, [])
  if (row?.isSetUp) throw new SetupDoneError()
}

/** Returns the one error for unknown, replaced and expired tokens, so that guesses learn nothing. */
const tokenInvalid = () =>
  new InvalidValueError(
    'token_invalid',
    'token',
    'open',
    'This link is unknown, replaced or older than a day. Ask the operator for a new one (`askline setup link`).',
  )

const lockAllSetups = statement({
  name: 'lock-setup',
  row: { isLocked: types.boolean },
  text: `select true as "isLocked" from pg_advisory_xact_lock(hashtext('setup'))`,
})
const selectIsSetUp = statement({
  name: 'select-is-set-up',
  row: { isSetUp: types.boolean },
  text: 'select exists (select 1 from companies) as "isSetUp"',
})
const upsertLink = statement({
  name: 'upsert-setup-link',
  params: [types.text, types.int],
  text: `insert into setup_links (token_hash, expires_at) values ($1, clock_timestamp() + $2::int * interval '1 hour')
    on conflict (is_only) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
})
const deleteLink = statement({
  name: 'delete-setup-link',
  params: [types.nullable(types.text)],
  row: { isOnly: setupLinks.isOnly },
  text: `delete from setup_links where $1::text is null or (token_hash = $1 and expires_at > clock_timestamp())
    returning is_only as "isOnly"`,
})
