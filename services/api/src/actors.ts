import type { Scope } from '@askline/contracts'
import type { Tx } from '@askline/db'
import { assertNotBlocked } from '@askline/domain/access/blocked'
import { scopesOfClaim } from '@askline/domain/access/credentials'
import { findQuestionOf, type QuestionPart } from '@askline/domain/access/question-of'
import type { Actor } from '@askline/domain/actors'
import { findOrCreateAgent, findOrCreateAsker, findPerson } from '@askline/domain/people/find-person'
import type { FastifyRequest } from 'fastify'
import { forbidden, insufficientScope, invalidField, requiredField } from './http/request-faults.ts'
import { type Principal, principalOf, spanOf } from './http/request-state.ts'
import type { KnownAskers } from './known-askers.ts'

export type UserActor = Extract<Actor, { kind: 'user' }>
export type PersonActor = Extract<Actor, { userId: string }>
export type StaffActor = Extract<PersonActor, { kind: 'expert' | 'agent' }>
export type AgentActor = Extract<Actor, { kind: 'agent' }>

/**
 * Returns the actor in the transaction of the act. Missing names are refused before the transaction opens. `mayCreate`: may add a person
 * that an integration names for the first time, so a refusal has to roll the whole transaction back.
 */
export type ActorReader<A extends Actor> = ((tx: Tx) => Promise<A>) & { mayCreate?: true }

/** The id of a person who does not exist. Everything they ask for is not found. */
export const nobody = '00000000-0000-0000-0000-000000000000'

const frame = (request: FastifyRequest, { companyId }: Principal) => ({
  companyId,
  correlationId: request.id,
  traceparent: spanOf(request)?.traceparent,
})

/**
 * Acts as the asker: the person of the token, or the user that an integration names. Throws RequestFault without a name, and
 * ForbiddenError `blocked` for a blocked user. The tokens of a blocked person have ended.
 */
export function asAsker(request: FastifyRequest, named: { userEmail?: string }): ActorReader<UserActor> {
  const me = principalOf(request)
  const email = named.userEmail
  if (me.kind !== 'integration') {
    return async (tx) => {
      await assertSelf(tx, me, email)
      return { kind: 'user', userId: me.id, ...frame(request, me) }
    }
  }
  if (email === undefined)
    throw requiredField('userEmail', 'An integration must send the e-mail address of the acting user.')
  return async (tx) => {
    const person = await findPerson(tx, me.companyId, email)
    assertNotBlocked(person)
    return { kind: 'user', userId: person?.userId ?? nobody, integrationId: me.id, ...frame(request, me) }
  }
}

/** Acts as the asker, who is added to the company if an integration names a new person. */
export function asNewAsker(
  request: FastifyRequest,
  named: { userEmail?: string; userName?: string },
  known: KnownAskers,
): ActorReader<UserActor> {
  const me = principalOf(request)
  const email = named.userEmail
  if (me.kind !== 'integration') return asAsker(request, named)
  if (email === undefined) throw requiredField('userEmail', 'An integration must send the e-mail address of the asker.')
  return async (tx) => {
    const userId = await known.find(tx, { companyId: me.companyId, email, name: named.userName })
    return { kind: 'user', userId, integrationId: me.id, ...frame(request, me) }
  }
}

/** Acts as the named asker, otherwise as the integration itself, which may close and expire any question of its company. */
export function asAskerOrIntegration(request: FastifyRequest, named: { userEmail?: string }): ActorReader<Actor> {
  const me = principalOf(request)
  if (me.kind !== 'integration' || named.userEmail !== undefined) return asAsker(request, named)
  return async () => ({ kind: 'integration', integrationId: me.id, ...frame(request, me) })
}

/**
 * Acts as `asAskerOrIntegration`, but adds a new person to the company, so that their verdicts can be erased with them. A blocked
 * person may read but not judge.
 */
export function asNewAskerOrIntegration(
  request: FastifyRequest,
  named: { userEmail?: string },
  does: 'reads' | 'judges',
): ActorReader<Actor> {
  const me = principalOf(request)
  const email = named.userEmail
  if (me.kind !== 'integration' || email === undefined) return asAskerOrIntegration(request, named)
  return async (tx) => {
    const person = await findOrCreateAsker(tx, { companyId: me.companyId, email })
    if (does === 'judges') assertNotBlocked(person)
    return { kind: 'user', userId: person.userId, integrationId: me.id, ...frame(request, me) }
  }
}

/** Acts as the expert of the token. */
export const asExpert = (request: FastifyRequest): ActorReader<PersonActor> => {
  const me = principalOf(request)
  return async () => ({ kind: 'expert', userId: me.id, ...frame(request, me) })
}

/** Acts as the expert, agent or admin of the token, also in their own questions. Admins act as agents. */
export const asExpertOrAgent = (request: FastifyRequest): ActorReader<StaffActor> => {
  const me = principalOf(request)
  const kind = me.kind === 'expert' ? 'expert' : 'agent'
  return async () => ({ kind, userId: me.id, ...frame(request, me) })
}

/** Acts as the admin of the token. Moves treat admins as agents. */
export const asAdmin = (request: FastifyRequest): ActorReader<PersonActor> => {
  const me = principalOf(request)
  return async () => ({ kind: 'agent', userId: me.id, ...frame(request, me) })
}

/** Acts as the system, on behalf of an integration or admin. The audit log names that principal. */
export const asSystem = (request: FastifyRequest): ActorReader<Extract<Actor, { kind: 'system' }>> => {
  const me = principalOf(request)
  return async () => ({ kind: 'system', ...frame(request, me) })
}

/** Acts as the asker. An expert's token acts as the expert, except for the expert's own questions. */
export function asAskerOrExpert(
  request: FastifyRequest,
  named: { userEmail?: string },
  part: QuestionPart,
): ActorReader<PersonActor> {
  const me = principalOf(request)
  if (me.kind !== 'expert') return asAsker(request, named)
  return async (tx) => {
    const found = await findQuestionOf(tx, part)
    return found?.askerId === me.id ? asAsker(request, named)(tx) : asExpert(request)(tx)
  }
}

/**
 * Acts as the possible author of a message: asker, expert or agent, or the person that an integration names. In their own
 * questions, experts and staff act as askers.
 */
export function asAuthor(
  request: FastifyRequest,
  { userEmail, agentEmail }: { userEmail?: string; agentEmail?: string },
  messageId: string,
): ActorReader<PersonActor> {
  if (userEmail !== undefined && agentEmail !== undefined) {
    throw invalidField('agentEmail', 'one', 'Send either `userEmail` or `agentEmail`.')
  }
  if (agentEmail !== undefined && principalOf(request).kind === 'integration') return asKnownAgent(request, agentEmail)
  const email = userEmail ?? agentEmail
  const named = email === undefined ? {} : { userEmail: email }
  const part = { messageId }
  return isStaff(request) ? asAskerOrAgent(request, named, part) : asAskerOrExpert(request, named, part)
}

/** Acts as the agent that an integration names. An unknown agent has written nothing and is not created. */
function asKnownAgent(request: FastifyRequest, email: string): ActorReader<AgentActor> {
  const me = principalOf(request)
  assertAgentScope(me)
  return async (tx) => {
    const person = await findPerson(tx, me.companyId, email)
    assertNotBlocked(person)
    const isAgent = person?.role === 'agent' || person?.role === 'admin'
    return { kind: 'agent', userId: isAgent ? person.userId : nobody, ...frame(request, me) }
  }
}

/** Acts as an actor who may close a question: its asker, the integration, or an agent. */
export function asCloser(
  request: FastifyRequest,
  named: { userEmail?: string },
  questionId: string,
): ActorReader<Actor> {
  return isStaff(request) ? asAskerOrAgent(request, named, { questionId }) : asAskerOrIntegration(request, named)
}

const isStaff = (request: FastifyRequest) => ['agent', 'admin'].includes(principalOf(request).kind)

/** Acts as the agent of the token, which needs the scope `agent`. In their own questions, agents act as askers. */
function asAskerOrAgent(
  request: FastifyRequest,
  named: { userEmail?: string },
  part: QuestionPart,
): ActorReader<PersonActor> {
  const me = principalOf(request)
  return async (tx) => {
    const found = await findQuestionOf(tx, part)
    if (found?.askerId === me.id) return asAsker(request, named)(tx)
    assertAgentScope(me)
    return asAgent(request, named.userEmail === undefined ? {} : { agentEmail: named.userEmail })(tx)
  }
}

function assertAgentScope({ claims }: Principal) {
  if (!claims.scope.split(' ').includes('agent')) throw insufficientScope('agent')
}

/** Acts as the agent of the token, or the agent that an integration names. */
export function asAgent(
  request: FastifyRequest,
  named: { agentEmail?: string; agentName?: string },
): ActorReader<AgentActor> {
  const me = principalOf(request)
  const { agentEmail: email, agentName: name } = named
  if (me.kind !== 'integration') {
    return async (tx) => {
      await assertSelf(tx, me, email)
      return { kind: 'agent', userId: me.id, ...frame(request, me) }
    }
  }
  if (email === undefined)
    throw requiredField('agentEmail', 'An integration must send the e-mail address of the agent.')
  const read = async (tx: Tx): Promise<AgentActor> => {
    const agent = await findOrCreateAgent(tx, { companyId: me.companyId, email, name })
    assertNotBlocked(agent)
    return { kind: 'agent', userId: agent.userId, ...frame(request, me) }
  }
  return Object.assign(read, { mayCreate: true } as const)
}

/** Returns the viewer of one question. People see their own questions as askers. */
export function readerOf(request: FastifyRequest, askerId: string): Actor {
  const me = principalOf(request)
  if (me.kind === 'integration') return { kind: 'integration', integrationId: me.id, ...frame(request, me) }
  const kind = me.kind === 'user' || askerId === me.id ? 'user' : me.kind === 'expert' ? 'expert' : 'agent'
  return { kind, userId: me.id, ...frame(request, me) }
}

/** Throws RequestFault `not_yourself` if the token of one person names another. */
export async function assertSelf(tx: Tx, me: Principal, email: string | undefined) {
  if (email === undefined) return
  const person = await findPerson(tx, me.companyId, email)
  if (person?.userId !== me.id)
    throw forbidden('not_yourself', 'The e-mail address does not belong to the person of the token. Omit it.')
}

/** Returns the scopes of the caller's token, which limit the access that the caller can give to others. */
export const creatorScopes = (request: FastifyRequest): readonly Scope[] =>
  scopesOfClaim(principalOf(request).claims.scope)
