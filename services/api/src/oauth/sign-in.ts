import { createHash } from 'node:crypto'
import { grantable, type Scope } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { type Act, type Origin, recordAct } from '@askline/domain/access/audit'
import { openFamily } from '@askline/domain/access/authorization-codes'
import { findDeviceAddresses, rememberDevice } from '@askline/domain/access/known-devices'
import { findNamedCompany, findSignInPeople, mostCompanies, type SignInPerson } from '@askline/domain/access/sign-in'
import { addressOf } from '@askline/domain/people/address'
import type { Context } from '../context.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { findMatches } from './find-matches.ts'
import { isPassword } from './passwords.ts'

/** The fields of the sign-in page as typed. */
export type SignInAttempt = {
  email: string
  password: string
  companyTag: string | undefined
  origin: Origin
  /** The secret of the browser's device cookie. */
  device: string | undefined
}

/** A code, and the secret of the device. `wrong`: e-mail and password do not match. `no-scope`: the role has none of the scopes. */
export type SignInOutcome = { code: string; device: string } | 'wrong' | 'no-scope'

const codeSeconds = 60

/**
 * Returns the key under which attempts are counted: a hash of the e-mail address alone. Naming another company or client
 * gives no further attempts, and it makes no difference whether the person exists.
 */
export const accountOf = (email: string): string => createHash('sha256').update(addressOf(email)).digest('hex')

/** Returns `device`, the secret of a browser, if the account of `email` signed in in it before. */
export async function findKnownDevice(
  { db }: Context,
  email: string,
  device: string | undefined,
): Promise<string | undefined> {
  if (device === undefined) return undefined
  const addresses = await inSystem(db, (tx) => findDeviceAddresses(tx, device))
  return addresses.some((address) => accountOf(address) === accountOf(email)) ? device : undefined
}

/**
 * Checks e-mail and password and returns an authorization code. Every failure gets the same answer after the same work:
 * one look-up, and as many hashes as companies may have the address. Failures are an unknown address, a wrong password, a
 * password that fits in several companies, and a blocked person. The audit log entries of a failure, which only existing
 * companies have, are written after the answer.
 */
export async function signIn(
  context: Context,
  request: AuthorizationRequest,
  attempt: SignInAttempt,
): Promise<SignInOutcome> {
  const { db, config } = context
  const { client } = request
  const company = client.companyId === undefined ? { companyTag: attempt.companyTag } : { companyId: client.companyId }
  const name = { email: attempt.email, ...company }
  const isNamed = client.companyId !== undefined || attempt.companyTag !== undefined
  const [people, namedCompany] = await inSystem(db, async (tx) => [
    await findSignInPeople(tx, name),
    await findNamedCompany(tx, name),
  ])
  const right = await findMatches(people, isNamed ? 1 : mostCompanies, (hash) => isPassword(hash, attempt.password))
  const admitted = right.filter(({ bar }) => bar === null)
  const [person] = admitted
  const { origin } = attempt

  if (!person || admitted.length > 1) {
    const failure = { action: 'sign_in', outcome: 'failure', actor: { kind: 'nobody' }, ...origin } as const
    for (const one of people) {
      const reason = right.includes(one) ? (one.bar ?? 'several_companies') : 'wrong_password'
      recordLater(context, { ...failure, companyId: one.companyId, reason, targetId: one.userId })
    }
    if (people.length === 0 && namedCompany !== undefined) {
      recordLater(context, { ...failure, companyId: namedCompany, reason: 'unknown_person' })
    }
    return 'wrong'
  }

  const { companyId, userId, role } = person
  const { clientId } = client
  const act: Act = {
    companyId,
    action: 'sign_in',
    actor: { kind: role, id: userId },
    targetId: clientId,
    ...origin,
  }
  return inSystem(db, async (tx) => {
    const scopes = scopesOf(person, request)
    if (scopes.length === 0) {
      await recordAct(tx, { ...act, outcome: 'failure', reason: 'no_scope' })
      return 'no-scope'
    }
    await recordAct(tx, act)
    const { redirectUri, codeChallenge } = request
    const familySeconds = config.signInLifetimeSeconds
    const family = { companyId, userId, clientId, scopes, redirectUri, codeChallenge, codeSeconds, familySeconds }
    const { code } = await openFamily(tx, family)
    return { code, device: await rememberDevice(tx, { companyId, userId, secret: attempt.device }) }
  })
}

function recordLater({ db, logger }: Context, act: Act): void {
  inSystem(db, (tx) => recordAct(tx, act)).catch((err) =>
    logger.warn({ err, correlationId: act.correlationId }, 'A failed sign-in could not be written to the audit log'),
  )
}

/** Returns the scopes that the client asks for and the person's role may have. */
const scopesOf = ({ role }: SignInPerson, { scopes }: AuthorizationRequest): readonly Scope[] =>
  grantable[role].filter((scope) => scopes.includes(scope))
