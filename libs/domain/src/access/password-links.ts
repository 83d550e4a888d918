import { randomBytes } from 'node:crypto'
import type { PasswordLinkPurpose, Role } from '@askline/contracts'
import { companies, passwordLinks, type RowOf, statement, type Tx, types, users } from '@askline/db'
import { isolateName, nameOf } from '../companies/names.ts'
import { shownNameOf } from '../companies/shown-name.ts'
import { InvalidValueError, InvitationSpentError, MoveRefusedError, NotFoundError } from '../errors.ts'
import { beginWork } from '../people/begin-work.ts'
import { fold } from '../text/fold.ts'
import { hashSecret } from './credentials.ts'
import { endPasswordLinks } from './end-password-links.ts'
import { revokePerson } from './revoke.ts'

/** Hours for which a link works. */
const hoursOf: Record<PasswordLinkPurpose, number> = { INVITATION: 7 * 24, RESET: 24 }

export type NewPasswordLink = {
  companyId: string
  userId: string
  purpose: PasswordLinkPurpose
  /** The admin who makes it; `undefined` for the operator. */
  madeBy: string | undefined
}

/**
 * Makes a link with which a person sets their password once. Returns its token, of which only the SHA-256 is stored. An earlier
 * link of the person ends, and their request for one is met. Deletes links of the company that expired 30 days ago. Throws what
 * `lockPersonOfLink` throws. All functions of this file need a transaction of `inSystem`.
 */
export async function makePasswordLink(
  tx: Tx,
  { companyId, userId, purpose, madeBy }: NewPasswordLink,
): Promise<{ token: string; expiresAt: Date }> {
  await lockPersonOfLink(tx, companyId, userId)
  const own = tx.of(companyId)
  const token = randomBytes(32).toString('base64url')
  endPasswordLinks(tx, companyId, userId)
  own.send(deleteOldLinks, [])
  const [row] = await own.query(insertLink, [hashSecret(token), userId, purpose, madeBy ?? null, hoursOf[purpose]])
  if (!row) throw new Error('A password link was not written')
  return { token, expiresAt: row.expiresAt }
}

const deleteOldLinks = statement({
  name: 'delete-old-password-links',
  text: `delete from password_links
    where company_id = $company and expires_at < statement_timestamp() - interval '30 days'`,
})
const insertLink = statement({
  name: 'insert-password-link',
  params: [types.text, types.uuid, types.textOf<PasswordLinkPurpose>(), types.nullable(types.uuid), types.int],
  row: { expiresAt: passwordLinks.expiresAt },
  text: `insert into password_links (token_hash, company_id, user_id, purpose, made_by, expires_at)
    values ($1, $company, $2, $3, $4, statement_timestamp() + $5::int * interval '1 hour')
    returning expires_at as "expiresAt"`,
})

/**
 * Locks a person until the transaction ends, so that a concurrent block, deactivation or other link waits. Returns their role.
 * Throws NotFoundError, MoveRefusedError `person_inactive` if they are blocked or deactivated, and `person_is_asker`.
 */
export async function lockPersonOfLink(
  tx: Tx,
  companyId: string,
  userId: string,
): Promise<{ role: Exclude<Role, 'user'> }> {
  const own = tx.of(companyId)
  own.send(lockPerson, [userId])
  // A second statement, because the first one does not see what was committed while it waited for the lock.
  const [person] = await own.query(selectPerson, [userId])
  if (!person) throw new NotFoundError('person', userId)
  const { role, isActive } = person
  if (role === 'user') {
    const message = 'This person is an asker, who has no password. Only experts, agents and admins can be invited.'
    throw new MoveRefusedError('person_is_asker', message)
  }
  if (!isActive) {
    const message = 'This person is blocked or deactivated. Unblock or reactivate them before you make a link.'
    throw new MoveRefusedError('person_inactive', message)
  }
  return { role }
}

const lockPerson = statement({
  name: 'lock-person-of-password-link',
  params: [types.uuid],
  row: { id: users.id },
  text: 'select id from users where id = $1 and company_id = $company for no key update',
})
const isActive = 'not u.is_blocked and coalesce(e.is_active, true)'
const expertOfPerson = 'left join experts e on e.user_id = u.id and e.company_id = u.company_id'
const selectPerson = statement({
  name: 'select-person-of-password-link',
  params: [types.uuid],
  row: { role: users.role, isActive: types.boolean },
  text: `select u.role, ${isActive} as "isActive" from users u ${expertOfPerson}
    where u.id = $1 and u.company_id = $company and u.forgotten_at is null`,
})

/** The facts that an open link shows to the person who opens it. */
export type PasswordLink = {
  purpose: PasswordLinkPurpose
  companyId: string
  company: { tag: string; name: string }
  userId: string
  role: Exclude<Role, 'user'>
  email: string
  name: string
  expiresAt: Date
}

/**
 * Takes the password of a person away, ends all their sign-ins, tokens and known browsers, and makes a link for a new password.
 * Returns it, and from when the tokens are void. Throws what `lockPersonOfLink` throws.
 */
export async function resetPassword(
  tx: Tx,
  person: Omit<NewPasswordLink, 'purpose'>,
): Promise<{ token: string; expiresAt: Date; endedAt: Date }> {
  const { companyId, userId } = person
  const link = await makePasswordLink(tx, { ...person, purpose: 'RESET' })
  tx.of(companyId).send(clearPassword, [userId])
  return { ...link, endedAt: await revokePerson(tx, companyId, userId) }
}

const clearPassword = statement({
  name: 'clear-password',
  params: [types.uuid],
  text: 'update users set password_hash = null where id = $1 and company_id = $company',
})

/**
 * Returns what an open link is for. It stays open. `purpose`: the only one that is accepted. Throws InvalidValueError:
 * `invitation_spent`, which names the person to ask, if the invitation was used or replaced, and `token_invalid` for every other
 * token that does not work.
 */
export async function findPasswordLink(
  tx: Tx,
  token: string,
  purpose?: PasswordLinkPurpose | undefined,
): Promise<PasswordLink> {
  const tokenHash = hashSecret(token)
  const [place] = await tx.query(findPlace, [tokenHash])
  if (!place) throw tokenInvalid()
  const [row] = await tx.of(place.companyId).query(selectLink, [tokenHash])
  return openLinkOf(row, purpose)
}

const findPlace = statement({
  name: 'find-place-of-password-link',
  params: [types.text],
  row: { companyId: passwordLinks.companyId, userId: passwordLinks.userId },
  text: 'select company_id as "companyId", user_id as "userId" from password_links where token_hash = $1',
})

const linkRow = {
  purpose: types.textOf<PasswordLinkPurpose>(),
  companyId: passwordLinks.companyId,
  companyTag: companies.tag,
  companyName: companies.name,
  userId: passwordLinks.userId,
  role: types.textOf<Exclude<Role, 'user'>>(),
  email: types.present(users.email),
  name: users.name,
  expiresAt: passwordLinks.expiresAt,
  state: types.textOf<'open' | 'over' | 'ended'>(),
  madeBy: passwordLinks.madeBy,
  nameOfMaker: types.nullable(users.name),
}
const selectLink = statement({
  name: 'select-password-link',
  params: [types.text],
  row: linkRow,
  text: `select l.purpose, l.company_id as "companyId", c.tag as "companyTag", c.name as "companyName",
      l.user_id as "userId", u.role, u.email, ${shownNameOf('u')} as name, l.expires_at as "expiresAt",
      case when l.ended_at is not null then 'ended' when l.expires_at > clock_timestamp() then 'open' else 'over' end as state,
      l.made_by as "madeBy", ${shownNameOf('m')} as "nameOfMaker"
    from password_links l join users u on u.id = l.user_id and u.company_id = l.company_id ${expertOfPerson}
      join companies c on c.id = l.company_id
      left join users m on m.id = l.made_by and m.company_id = l.company_id and m.role = 'admin' and m.forgotten_at is null
    where l.token_hash = $1 and l.company_id = $company and u.role <> 'user' and u.email is not null
      and ${isActive}`,
})

function openLinkOf(row: RowOf<typeof linkRow> | undefined, purpose = row?.purpose): PasswordLink {
  if (row?.purpose !== purpose) throw tokenInvalid()
  if (row?.state === 'ended' && row.purpose === 'INVITATION') throw invitationSpent(row)
  if (row?.state !== 'open') throw tokenInvalid()
  const { state: _state, madeBy: _madeBy, nameOfMaker: _nameOfMaker, companyTag: tag, companyName, ...link } = row
  return { ...link, company: { tag, name: companyName } }
}

/** Returns the one error for links that are unknown, expired, used or withdrawn, so that guesses learn nothing. */
const tokenInvalid = () =>
  new InvalidValueError('token_invalid', 'token', 'open', 'This link is unknown, expired or used. Ask for a new one.')

function invitationSpent({ companyName, madeBy, nameOfMaker }: RowOf<typeof linkRow>): InvitationSpentError {
  const whom =
    madeBy === null
      ? 'the operator of this installation'
      : nameOfMaker === null
        ? `an admin of ${isolateName(companyName)}`
        : isolateName(nameOfMaker)
  const message = `This invitation was used or replaced. If you cannot sign in, ask ${whom} for a new one.`
  return new InvitationSpentError(message, { kind: madeBy === null ? 'OPERATOR' : 'ADMIN', name: nameOfMaker })
}

export type PasswordLinkUse = {
  token: string
  purpose: PasswordLinkPurpose
  /** argon2id in PHC form. */
  passwordHash: string
  /** A new name, or `undefined` to keep the present one. */
  name?: string | undefined
}

/**
 * Sets the password of a link's person, and their name if one is given. An expert who had none becomes AVAILABLE. The link and the person's request end, and so do all
 * their sign-ins, tokens and known browsers. Returns the link and from when the tokens are void. Only one of two concurrent uses
 * succeeds. Throws what `findPasswordLink` throws, and InvalidValueError `name_invalid`.
 */
export async function usePasswordLink(
  tx: Tx,
  { token, purpose, passwordHash, name }: PasswordLinkUse,
): Promise<{ link: PasswordLink; endedAt: Date }> {
  const called = name === undefined ? null : nameOf(name, 'name')
  const tokenHash = hashSecret(token)
  const [place] = await tx.query(findPlace, [tokenHash])
  if (!place) throw tokenInvalid()
  const { companyId, userId } = place
  const own = tx.of(companyId)
  own.send(lockPerson, [userId])
  const [row] = await own.query(selectLink, [tokenHash])
  const link = openLinkOf(row, purpose)
  if (purpose === 'INVITATION') await beginWork(tx, companyId, userId)
  own.send(setPasswordOfLink, [userId, passwordHash, called, called === null ? null : fold(called)])
  endPasswordLinks(tx, companyId, userId)
  const endedAt = await revokePerson(tx, companyId, userId)
  return { link: called === null ? link : { ...link, name: called }, endedAt }
}

const setPasswordOfLink = statement({
  name: 'set-password-of-link',
  params: [types.uuid, types.text, types.nullable(types.text), types.nullable(types.text)],
  text: `update users set password_hash = $2, name = coalesce($3, name), folded = coalesce($4, folded)
    where id = $1 and company_id = $company`,
})
