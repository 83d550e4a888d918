import type { EventType, OfferStatus, OutboxJob, SystemMessageType } from '@askline/contracts'
import { newId } from '@askline/db'
import { type Actor, originOf } from '../actors.ts'
import type { DomainError } from '../errors.ts'
import type {
  ClosedOffer,
  Decision,
  Facts,
  NewMessage,
  NewOffer,
  NewResponse,
  PromptFact,
  ResponseChange,
} from './change.ts'
import type { Move } from './move.ts'
import { type InputOf, type MoveName, moveOf } from './moves.ts'
import { refusalOf } from './refusal.ts'
import { isOpenToAll, type Writable } from './state.ts'
import { systemTexts } from './system-texts.ts'

/** The details of one move beyond its row in the table. */
export type Details = {
  /** The response that the move is about: its `response` messages are added there. */
  responseId?: string | undefined
  event?: EventType | undefined
  response?: NewResponse | undefined
  /** Messages by people, or of an automatic answer. */
  messages?: NewMessage[] | undefined
  /** Further system messages. */
  prompts?: { type: SystemMessageType; responseId: string | null }[] | undefined
  answers?: ResponseChange[] | undefined
  text?: Decision['text']
  /** The new status of one expert's pending offer. If the expert takes an open question without an offer, one is added. */
  own?: { expertId: string; status: Exclude<OfferStatus, 'pending'>; reason?: string | undefined } | undefined
  /** An expert who is not offered the question again in its present round, unless `own` ended an offer of theirs. */
  leaves?: { expertId: string; status: 'declined' | 'timed_out'; reason: string } | undefined
  works?: Decision['works']
  jobs?: OutboxJob[] | undefined
  detail?: Record<string, unknown> | undefined
  /** Returns the error if the guard refuses the move although the status allows it. */
  otherwise?: (() => DomainError) | undefined
}

/**
 * Decides one move of the table. Throws MoveRefusedError with what happened instead, or the error of `otherwise`.
 */
export function decide<Name extends MoveName>(
  facts: Facts,
  actor: Actor,
  name: Name,
  given: Details & InputOf<Name>,
): Decision {
  const { question } = facts
  const move = moveOf(name)
  const isAllowed = move.from.includes(question.status) && (move.guard === undefined || move.guard(facts, given))
  if (!isAllowed) throw refusalOf(question, name, given.otherwise)

  const set = move.set?.(facts, given) ?? {}
  const { closes, offers } = offersAfter(facts, move, set, given)
  const placed = (move.adds ?? []).map(({ type, in: place, untilPersonWrites }) => ({
    ...systemMessage(type, place === 'response' ? (given.responseId ?? given.response?.id ?? null) : null),
    ...(untilPersonWrites ? { detail: { untilPersonWrites } } : {}),
  }))
  const further = (given.prompts ?? []).map(({ type, responseId }) => systemMessage(type, responseId))
  const isRemoved = ({ type, untilPersonWrites }: PromptFact) =>
    move.removes?.includes(type) || (move.writes && untilPersonWrites)
  return {
    event: given.event ?? move.event,
    set,
    text: given.text,
    removes: facts.prompts.filter(isRemoved).map(({ id }) => id),
    adds: [...(given.messages ?? []), ...placed, ...further],
    response: given.response,
    answers: given.answers ?? [],
    closes,
    offers,
    works: given.works,
    jobs: [...(move.routes ? [routeJob(actor, question.id)] : []), ...(given.jobs ?? [])],
    detail: given.detail,
  }
}

/** A decision that changes nothing. */
export const noChange: Decision = {
  event: undefined,
  set: {},
  removes: [],
  adds: [],
  answers: [],
  closes: [],
  offers: [],
  jobs: [],
}

/** Returns a decision that changes only timers: the question keeps its version, and nobody is told. */
export const setTimers = (set: Partial<Writable>): Decision => ({ ...noChange, set })

/** Returns the job that finds experts for a question. */
export const routeJob = (actor: Actor, questionId: string): OutboxJob => ({
  job: 'route-question',
  payload: { questionId, ...originOf(actor) },
})

/** Returns a message by the system with its standard text, in a response or in the conversation itself. */
export const systemMessage = (type: SystemMessageType, responseId: string | null): NewMessage => ({
  id: newId(),
  type,
  responseId,
  authorId: null,
  authorKind: 'SYSTEM',
  body: systemTexts[type],
})

function offersAfter<Input>(
  { question, offers, now }: Facts,
  move: Move<Input>,
  set: Partial<Writable>,
  { own, leaves }: Pick<Details, 'own' | 'leaves'>,
): { closes: ClosedOffer[]; offers: NewOffer[] } {
  const pending = offers.filter(({ status }) => status === 'pending')
  const closes = pending.flatMap(({ id, expertId }): ClosedOffer[] => {
    if (expertId === own?.expertId) return [{ id, expertId, status: own.status, reason: own.reason ?? null }]
    return move.offers ? [{ id, expertId, status: move.offers }] : []
  })
  const { round, wave } = { ...question, ...set }
  const isClosed = (expertId: string) => closes.some((offer) => offer.expertId === expertId)
  const added: NewOffer[] = []
  if (own?.status === 'accepted' && isOpenToAll(question) && !isClosed(own.expertId)) {
    const createdAt = question.openToAllAt ?? now
    added.push({ id: newId(), ...own, round, wave, createdAt, closedAt: now })
  }
  if (leaves && !isClosed(leaves.expertId)) {
    added.push({ id: newId(), ...leaves, round, wave: 0, createdAt: now, closedAt: now })
  }
  return { closes, offers: added }
}
