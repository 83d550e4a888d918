import { createHash } from 'node:crypto'
import { grantable, type Scope } from '@askline/contracts'
import { inSystem } from '@askline/db'
import { findNamedCompany, findSignInPerson, openFamily, recordAct, type SignInPerson } from '@askline/domain'
import type { Context } from '../context.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { isPassword } from './passwords.ts'

/** What was typed. */
export type SignInAttempt = { email: string; password: string; companyTag: string | undefined; correlationId: string }

/** An authorization code; or that e-mail and password did not match; or that the person may have none of the scopes. */
export type SignInOutcome = { code: string } | 'wrong' | 'no-scope'

const codeSeconds = 60

/** Under which key wrong passwords are counted: what was typed, so that nobody learns whether such a person exists. */
export const accountOf = ({ client }: AuthorizationRequest, { email, companyTag }: SignInAttempt): string =>
  createHash('sha256')
    .update(`${client.companyId ?? companyTag ?? ''} ${email.trim().toLowerCase()}`)
    .digest('hex')

/**
 * Lets a person in: one look for them and one check of a password, whoever they are, so that an unknown address, one in
 * several companies, a wrong password and a blocked person look alike. Each is written into the audit log of the company
 * concerned, where there is one.
 */
export async function signIn(
  { db, config }: Context,
  wanted: AuthorizationRequest,
  attempt: SignInAttempt,
): Promise<SignInOutcome> {
  const { client } = wanted
  const { companyId: ofClient } = client
  const company = ofClient === undefined ? { companyTag: attempt.companyTag } : { companyId: ofClient }
  const name = { email: attempt.email, ...company }
  const [person, namedCompany] = await inSystem(db, async (tx) => [
    await findSignInPerson(tx, name),
    await findNamedCompany(tx, name),
  ])
  const isRight = await isPassword(person?.passwordHash, attempt.password)
  const companyId = person?.companyId ?? namedCompany
  if (companyId === undefined) return 'wrong'

  const act = { companyId, action: 'sign_in', correlationId: attempt.correlationId } as const
  return inSystem(db, async (tx) => {
    if (!person || !isRight || person.bar !== null) {
      const reason = person ? (isRight ? (person.bar ?? '') : 'wrong_password') : 'unknown_person'
      const target = person ? { targetId: person.userId } : {}
      await recordAct(tx, { ...act, outcome: 'failure', reason, actor: { kind: 'nobody' }, ...target })
      return 'wrong'
    }
    const actor = { kind: person.role, id: person.userId }
    const scopes = scopesOf(person, wanted)
    if (scopes.length === 0) {
      await recordAct(tx, { ...act, outcome: 'failure', reason: 'no_scope', actor, targetId: client.clientId })
      return 'no-scope'
    }
    await recordAct(tx, { ...act, actor, targetId: client.clientId })
    const { clientId } = client
    const { redirectUri, codeChallenge } = wanted
    const { userId } = person
    const { code } = await openFamily(tx, {
      companyId,
      userId,
      clientId,
      scopes,
      redirectUri,
      codeChallenge,
      codeSeconds,
      familySeconds: config.signInLifetimeSeconds,
    })
    return { code }
  })
}

/** Of what the client asks for, what the person's role may have. */
const scopesOf = ({ role }: SignInPerson, { scopes }: AuthorizationRequest): readonly Scope[] =>
  scopes === undefined ? grantable[role] : grantable[role].filter((scope) => scopes.includes(scope))
