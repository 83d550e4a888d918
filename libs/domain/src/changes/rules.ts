import { languageOfTag } from '../people/language-tag.ts'
import { unmetBy } from '../people/requirements.ts'
import type { Facts, PersonFact } from './change.ts'
import { isOpenToAll, type Writable } from './state.ts'

// Parts of the guards and assignments of moves.

/** Returns a time `ms` later. */
export const plus = (time: Date, ms: number): Date => new Date(time.getTime() + ms)

/** Whether a deadline has come. */
export const isDue = (deadline: Date | null, { now }: Facts): boolean => deadline !== null && deadline <= now

/**
 * A question that waits for routing is found by the sweeper after this time, because its job may have been lost with Redis.
 * It is well inside the five minutes of the no-limbo rule.
 */
export const retryRoutingMs = 15_000

/** Returns the time at which routing is asked again. */
export const retryRouting = ({ now }: Facts): Date => plus(now, retryRoutingMs)

/** Whether an expert has answered the question. */
export const hasAnswered = ({ responses }: Facts, expertId: string): boolean =>
  responses.some(({ type, authorId }) => type === 'EXPERT' && authorId === expertId)

/** Whether an expert has a pending offer of the question. */
const hasPendingOffer = ({ offers }: Facts, expertId: string): boolean =>
  offers.some((offer) => offer.expertId === expertId && offer.status === 'pending')

/**
 * Whether an expert meets the rule by which the question is or was open to all, and neither declined nor answered it in this round.
 * The same rule in SQL is `meetsOpenRule` in `people/open-to-all.ts`, for lists.
 */
export function meetsOpenRule(facts: Facts, { id, expert }: PersonFact): boolean {
  const { openLanguage, openRequirement, askerId, categoryId, round } = facts.question
  if (!expert?.isActive || id === askerId) return false
  if (expert.availability !== 'AVAILABLE' && expert.awayReason === null) return false
  const speaks =
    openLanguage === null ||
    expert.languages.length === 0 ||
    expert.languages.some((tag) => (languageOfTag(tag) ?? tag) === openLanguage)
  if (!speaks || (openRequirement !== null && unmetBy(expert, openRequirement, categoryId))) return false
  return !facts.offers.some(
    (offer) =>
      offer.expertId === id && (offer.status === 'declined' || (offer.status === 'accepted' && offer.round === round)),
  )
}

/** Whether the question is open to all, and this expert may take it. */
export const isOpenTo = (facts: Facts, expertId: string): boolean => {
  const person = facts.person(expertId)
  return person !== undefined && isOpenToAll(facts.question) && meetsOpenRule(facts, person)
}

/** Whether an expert may take the question: by an offer, or because it is open to them. */
export const isOffered = (facts: Facts, expertId: string): boolean =>
  hasPendingOffer(facts, expertId) || isOpenTo(facts, expertId)

/** The holder may give a question up. If no expert holds it, offered experts and those who answered it may. */
export const mayGiveUp = (facts: Facts, expertId: string): boolean => {
  const { holderId } = facts.question
  if (holderId !== null) return holderId === expertId
  return isOffered(facts, expertId) || hasAnswered(facts, expertId)
}

/** Whether the expert holds a question of one expert, or the question has several. A given fence must be the present one. */
export const mayWrite = ({ question: q }: Facts, by: string, fence: number | undefined): boolean =>
  (q.type === 'ONE_TO_MANY' || q.holderId === by) && (fence === undefined || q.fence === fence)

/** Whether the question is marked as resolved, by an expert or after the asker's silence. */
export const isMarked = ({ prompts }: Facts): boolean => prompts.some(({ type }) => type === 'MARK_AS_RESOLVED_MESSAGE')

/** Whether an expert marked the question as resolved. */
const isMarkedByExpert = ({ prompts }: Facts): boolean =>
  prompts.some(({ type, untilPersonWrites }) => type === 'MARK_AS_RESOLVED_MESSAGE' && !untilPersonWrites)

/** It becomes or stays the experts' turn: the question takes its full weight of its holder's capacity. */
export const expertsTurn = ({ category }: Facts) =>
  ({ turn: 'experts', units: category.weight }) satisfies Partial<Writable>

/** Prompt and escalation run during the experts' turn: an asker's message starts them, an expert's message stops them. */
export const startEscalation = ({ now, category }: Facts) =>
  ({
    escalationDueAt: plus(now, category.escalationMs),
    promptDueAt: plus(now, Math.round(category.escalationMs * category.rerouteShare)),
  }) satisfies Partial<Writable>
export const stopEscalation = { escalationDueAt: null, promptDueAt: null } as const

/**
 * Returns when an answered question closes by itself unless a person writes. The asker is prompted after `silenceMs`, and their
 * silence approves after another `approvalMs`. Null: never.
 */
export const closesAt = ({ now, category: { silenceMs, approvalMs } }: Facts): Date | null =>
  silenceMs > 0 ? plus(now, silenceMs + approvalMs) : null

/** The asker's silence does not count during the experts' turn. It counts anew from the next answer. */
export const stopSilence = (facts: Facts) =>
  ({
    approvalDueAt: null,
    silenceDueAt: null,
    expiresAt: facts.question.numResponses > 0 ? closesAt(facts) : facts.question.expiresAt,
  }) satisfies Partial<Writable>

/** Prompts the asker to confirm. Silence approves in time. */
export const startApproval = ({ now, category: { approvalMs } }: Facts) =>
  ({
    approvalDueAt: plus(now, approvalMs),
    silenceDueAt: null,
    expiresAt: plus(now, approvalMs),
  }) satisfies Partial<Writable>

/** It becomes or stays the experts' turn. Prompt and escalation start anew, or run on if it was their turn already. */
export const expertsClocks = (facts: Facts) =>
  ({
    ...stopSilence(facts),
    ...(facts.question.turn === 'experts' ? {} : startEscalation(facts)),
  }) satisfies Partial<Writable>

/** The second opinion is over: another expert took the question, or it ended. */
export const endOpinion = { opinionDueAt: null, opinionOf: null } as const
const stopRouting = { waveDueAt: null, leaseDueAt: null, holdDueAt: null, ...endOpinion } as const

/** An answered question waits for its asker. Only questions without a response expire. */
export const askersTurn = ({ category: { weight, waitingWeight } }: Facts) =>
  ({
    turn: 'asker',
    units: Math.min(waitingWeight, weight),
    rerouteReason: null,
    expiryDueAt: null,
    ...stopEscalation,
    ...stopRouting,
  }) satisfies Partial<Writable>

/**
 * An expert wrote: the time that the asker may be silent starts anew. A mark of an expert still stands, one after silence does not.
 */
export function awaitAsker(facts: Facts) {
  const { now, category } = facts
  const turn = askersTurn(facts)
  if (isMarkedByExpert(facts)) return { ...turn, ...startApproval(facts) }
  return {
    ...turn,
    approvalDueAt: null,
    silenceDueAt: category.silenceMs > 0 ? plus(now, category.silenceMs) : null,
    expiresAt: closesAt(facts),
  } satisfies Partial<Writable>
}

export const noExperts = {
  ...stopEscalation,
  ...stopRouting,
  approvalDueAt: null,
  silenceDueAt: null,
  expiryDueAt: null,
} as const

/** The question ends. */
export const closed = ({ now }: Facts) => ({ turn: null, closedAt: now, ...noExperts }) satisfies Partial<Writable>

/** A further response by a person. */
export const oneMoreResponse = ({ question: q, now }: Facts) =>
  ({
    numResponses: q.numResponses + 1,
    firstResponseAt: q.firstResponseAt ?? now,
  }) satisfies Partial<Writable>

/** The question is asked of experts anew, so it is not open to all before the waves of this round. */
export const newRound = ({ question: q }: Facts) =>
  ({ round: q.round + 1, wave: 0, openToAllAt: null }) satisfies Partial<Writable>

export const backToRouting = (facts: Facts) =>
  ({
    holderId: null,
    turn: 'experts',
    ...newRound(facts),
    waveDueAt: retryRouting(facts),
    leaseDueAt: null,
    ...expertsClocks(facts),
  }) satisfies Partial<Writable>

/** Starts the experts' turn after an undecided or rejected automatic answer, unless an expert has answered meanwhile. */
export function toExpertsUnlessAnswered(facts: Facts): Partial<Writable> {
  const { question: q } = facts
  if (q.numResponses > 0) return {}
  return {
    turn: 'experts',
    ...(q.holderId === null ? { waveDueAt: q.waveDueAt ?? retryRouting(facts) } : {}),
    ...(q.turn === 'asker' ? startEscalation(facts) : {}),
  }
}

/** After an asker's message: the holder's lease runs, or routing looks for experts. */
export function leaseOrRouting(facts: Facts, { keepsWave }: { keepsWave: boolean }) {
  const { question: q, now, category } = facts
  if (q.holderId !== null) return { leaseDueAt: plus(now, category.leaseMs), waveDueAt: null }
  return { leaseDueAt: null, waveDueAt: keepsWave ? (q.waveDueAt ?? retryRouting(facts)) : retryRouting(facts) }
}
