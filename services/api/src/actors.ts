import type { Tx } from '@askline/db'
import {
  type Actor,
  findOrCreateAgent,
  findOrCreateAsker,
  findPerson,
  findWhose,
  type QuestionPart,
} from '@askline/domain'
import type { FastifyRequest } from 'fastify'
import { forbidden, insufficientScope, invalidField, requiredField } from './http/faults.ts'
import { type Principal, principalOf } from './http/request-state.ts'
import type { KnownAskers } from './known-askers.ts'

export type UserActor = Extract<Actor, { kind: 'user' }>
export type PersonActor = Extract<Actor, { userId: string }>
export type AgentActor = Extract<Actor, { kind: 'agent' }>

/** Finds out, in the transaction of the move, as whom the caller acts. What the request lacks is refused before it opens. */
export type WhoActs<A extends Actor> = (tx: Tx) => Promise<A>

/** A person who is not there owns nothing: whatever is asked for under this id is not found. */
export const nobody = '00000000-0000-0000-0000-000000000000'

const frame = (request: FastifyRequest, { companyId }: Principal) => ({ companyId, correlationId: request.id })

/** As the asker: the person of the token, or the one whom an integration names. */
export function asAsker(request: FastifyRequest, named: { userEmail?: string }): WhoActs<UserActor> {
  const me = principalOf(request)
  const email = named.userEmail
  if (me.kind !== 'integration') {
    return async (tx) => {
      await mustBeSelf(tx, me, email)
      return { kind: 'user', userId: me.id, ...frame(request, me) }
    }
  }
  if (email === undefined) throw requiredField('userEmail', 'an integration must name the user who acts.')
  return async (tx) => {
    const person = await findPerson(tx, me.companyId, email)
    return { kind: 'user', userId: person?.userId ?? nobody, integrationId: me.id, ...frame(request, me) }
  }
}

/** As the asker, who is added to the company when an integration names somebody new. */
export function asNewAsker(
  request: FastifyRequest,
  named: { userEmail?: string; userName?: string },
  known: KnownAskers,
): WhoActs<UserActor> {
  const me = principalOf(request)
  const email = named.userEmail
  if (me.kind !== 'integration') return asAsker(request, named)
  if (email === undefined) throw requiredField('userEmail', 'an integration must name the user who asks.')
  return async (tx) => {
    const userId = await known.find(tx, { companyId: me.companyId, email, name: named.userName })
    return { kind: 'user', userId, integrationId: me.id, ...frame(request, me) }
  }
}

/** As the asker where one is named, else as the integration itself: it may close and expire any question of its company. */
export function asAskerOrIntegration(request: FastifyRequest, named: { userEmail?: string }): WhoActs<Actor> {
  const me = principalOf(request)
  if (me.kind !== 'integration' || named.userEmail !== undefined) return asAsker(request, named)
  return async () => ({ kind: 'integration', integrationId: me.id, ...frame(request, me) })
}

/** As `asAskerOrIntegration`, but whoever an integration names is added to the company where they are new: what they leave is theirs. */
export function asNewAskerOrIntegration(request: FastifyRequest, named: { userEmail?: string }): WhoActs<Actor> {
  const me = principalOf(request)
  const email = named.userEmail
  if (me.kind !== 'integration' || email === undefined) return asAskerOrIntegration(request, named)
  return async (tx) => {
    const { userId } = await findOrCreateAsker(tx, { companyId: me.companyId, email })
    return { kind: 'user', userId, integrationId: me.id, ...frame(request, me) }
  }
}

/** The expert of the token. */
export const asExpert = (request: FastifyRequest): WhoActs<PersonActor> => {
  const me = principalOf(request)
  return async () => ({ kind: 'expert', userId: me.id, ...frame(request, me) })
}

/** As the asker; an expert's token writes as the expert, but under their own questions. */
export function asAskerOrExpert(
  request: FastifyRequest,
  named: { userEmail?: string },
  part: QuestionPart,
): WhoActs<PersonActor> {
  const me = principalOf(request)
  if (me.kind !== 'expert') return asAsker(request, named)
  return async (tx) => {
    const whose = await findWhose(tx, part)
    return whose?.askerId === me.id ? asAsker(request, named)(tx) : asExpert(request)(tx)
  }
}

/**
 * As who may have written a message: the asker, the expert, the agent, for an integration whichever it names. Under their own
 * questions all of them are askers.
 */
export function asAuthor(
  request: FastifyRequest,
  { userEmail, agentEmail }: { userEmail?: string; agentEmail?: string },
  messageId: string,
): WhoActs<PersonActor> {
  if (userEmail !== undefined && agentEmail !== undefined) {
    throw invalidField('agentEmail', 'one', 'Name the author by userEmail or by agentEmail, not by both.')
  }
  if (agentEmail !== undefined && principalOf(request).kind === 'integration') return asKnownAgent(request, agentEmail)
  const email = userEmail ?? agentEmail
  const named = email === undefined ? {} : { userEmail: email }
  const part = { messageId }
  return isStaff(request) ? asAskerOrAgent(request, named, part) : asAskerOrExpert(request, named, part)
}

/** As the agent whom an integration names. One whom nobody knows wrote nothing, and is not made for having been named. */
function asKnownAgent(request: FastifyRequest, email: string): WhoActs<AgentActor> {
  const me = principalOf(request)
  mustReachAgents(me)
  return async (tx) => {
    const person = await findPerson(tx, me.companyId, email)
    const isAgent = person?.role === 'agent' || person?.role === 'admin'
    return { kind: 'agent', userId: isAgent ? person.userId : nobody, ...frame(request, me) }
  }
}

/** As who may close a question: its asker, the integration, an agent. */
export function asCloser(request: FastifyRequest, named: { userEmail?: string }, questionId: string): WhoActs<Actor> {
  return isStaff(request) ? asAskerOrAgent(request, named, { questionId }) : asAskerOrIntegration(request, named)
}

const isStaff = (request: FastifyRequest) => ['agent', 'admin'].includes(principalOf(request).kind)

/** As the agent of the token, whose scope must reach as far as under /agents; under their own questions as the asker. */
function asAskerOrAgent(
  request: FastifyRequest,
  named: { userEmail?: string },
  part: QuestionPart,
): WhoActs<PersonActor> {
  const me = principalOf(request)
  return async (tx) => {
    const whose = await findWhose(tx, part)
    if (whose?.askerId === me.id) return asAsker(request, named)(tx)
    mustReachAgents(me)
    return asAgent(request, named.userEmail === undefined ? {} : { agentEmail: named.userEmail })(tx)
  }
}

function mustReachAgents({ claims }: Principal) {
  if (!claims.scope.split(' ').includes('agent')) throw insufficientScope('agent')
}

/** As the agent of the token, or the one whom an integration names. */
export function asAgent(
  request: FastifyRequest,
  named: { agentEmail?: string; agentName?: string },
): WhoActs<AgentActor> {
  const me = principalOf(request)
  const { agentEmail: email, agentName: name } = named
  if (me.kind !== 'integration') {
    return async (tx) => {
      await mustBeSelf(tx, me, email)
      return { kind: 'agent', userId: me.id, ...frame(request, me) }
    }
  }
  if (email === undefined) throw requiredField('agentEmail', 'an integration must name the agent who speaks.')
  return async (tx) => {
    const { userId } = await findOrCreateAgent(tx, { companyId: me.companyId, email, name })
    return { kind: 'agent', userId, ...frame(request, me) }
  }
}

/** As whoever looks at one question: people see their own as its asker. */
export function readerOf(request: FastifyRequest, askerId: string): Actor {
  const me = principalOf(request)
  if (me.kind === 'integration') return { kind: 'integration', integrationId: me.id, ...frame(request, me) }
  const kind = me.kind === 'user' || askerId === me.id ? 'user' : me.kind === 'expert' ? 'expert' : 'agent'
  return { kind, userId: me.id, ...frame(request, me) }
}

/** Throws RequestFault `not_yourself` where a token of one person names another. */
export async function mustBeSelf(tx: Tx, me: Principal, email: string | undefined) {
  if (email === undefined) return
  const person = await findPerson(tx, me.companyId, email)
  if (person?.userId !== me.id)
    throw forbidden('not_yourself', 'This token acts for one person only, and not for that one')
}
