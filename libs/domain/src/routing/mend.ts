import { deadlineNames, openStatuses } from '@askline/contracts'
import type { Change, Decision, Facts, OfferFact } from '../changes/change.ts'
import { routeJob, setTimers } from '../changes/decide.ts'
import { expertPrompts, withAgents } from '../changes/endings.ts'
import { closed, closesAt, isMarked, noExperts, plus, startApproval } from '../changes/rules.ts'
import { isOpenToAll, latest, nextStamp, type State, type Writable } from '../changes/state.ts'
import type { betweenTables, ofClosed, ofQuestions } from './invariants.ts'

/** An invariant of a question, as a function of its facts. The same rule in SQL finds suspects and counts them: see `invariants.ts`. */
type Rule = {
  isBroken: (facts: Facts) => boolean
  /** The columns that end the violation. */
  set?: (facts: Facts) => Partial<Writable>
  /** Offers that are withdrawn. */
  withdraws?: (facts: Facts) => OfferFact[]
  /** Whether the prompts of experts are deleted. */
  removesPrompts?: true
}
type Mended = keyof typeof ofQuestions | keyof typeof ofClosed | keyof typeof betweenTables

const isOpenStatus = ({ status }: State) => (openStatuses as readonly string[]).includes(status)
const isRerouted = ({ status }: State) => (withAgents as readonly string[]).includes(status)
const isClosed = ({ closedAt }: State) => closedAt !== null
const isUnresolved = ({ status, closedAt }: State) => status === 'UNRESOLVED' && closedAt === null
const isExpertsTurn = (q: State) => isUnresolved(q) && q.turn === 'experts'
const isAskersTurn = (q: State) => isUnresolved(q) && q.turn === 'asker'
const isHeld = ({ holderId }: State) => holderId !== null
const hasDeadline = (q: State) => deadlineNames.some((name) => q[`${name}DueAt`] !== null)
const countsOf = ({ responses }: Facts) => responses.filter(({ type }) => type !== 'AutoResponse').length
const hasAgentsAnswer = ({ responses }: Facts) => responses.some(({ type }) => type === 'AGENT')
const pendingOf = ({ offers }: Facts) => offers.filter(({ status }) => status === 'pending')
/** Open offers to experts who are not available. Facts name only experts who are absent for minutes. */
const offersToAbsent = (facts: Facts) =>
  pendingOf(facts).filter(({ expertId }) => {
    const person = facts.person(expertId)
    const { expert } = person ?? {}
    return expert && (!expert.isActive || person?.isBlocked || expert.availability !== 'AVAILABLE')
  })
const isSought = (facts: Facts) => {
  const { question: q, now } = facts
  const isOffered = pendingOf(facts).some(({ dueAt }) => dueAt === null || dueAt > now)
  return isOffered || isOpenToAll(q) || (q.waveDueAt !== null && q.waveDueAt <= plus(now, 5 * 60_000))
}
const openPrompts = ({ prompts }: Facts) =>
  prompts.filter(({ type }) => (expertPrompts as readonly string[]).includes(type))

/** The question waits for experts anew. */
const restart = ({ question: q, now, category }: Facts) =>
  ({
    turn: 'experts',
    waveDueAt: isHeld(q) ? null : now,
    leaseDueAt: isHeld(q) ? plus(now, category.leaseMs) : null,
    escalationDueAt: plus(now, category.escalationMs),
  }) satisfies Partial<Writable>

/**
 * In the order of repair: a later rule sees the result of an earlier one. The wave or reroute that follows from a repair is a move.
 */
const rules: { [Name in Mended]: Rule } = {
  'open-status-is-open': { isBroken: ({ question: q }) => !isClosed(q) && !isOpenStatus(q), set: closed },
  'counts-its-responses': {
    isBroken: (facts) => !isClosed(facts.question) && facts.question.numResponses !== countsOf(facts),
    set: (facts) => {
      const { question: q, now } = facts
      const stamps = { updatedAt: nextStamp(q.updatedAt, now), changedAt: latest(q.changedAt, now) }
      return { numResponses: countsOf(facts), ...stamps }
    },
  },
  'one-to-many-is-not-held': {
    isBroken: ({ question: q }) => q.type === 'ONE_TO_MANY' && isUnresolved(q) && isHeld(q),
    set: () => ({ holderId: null, leaseDueAt: null }),
  },
  'experts-have-offer-or-wave': {
    isBroken: (facts) => isExpertsTurn(facts.question) && !isHeld(facts.question) && !isSought(facts),
    set: ({ now }) => ({ waveDueAt: now }),
  },
  'holder-has-lease': {
    isBroken: ({ question: q }) => isExpertsTurn(q) && isHeld(q) && q.leaseDueAt === null,
    set: ({ now, category }) => ({ leaseDueAt: plus(now, category.leaseMs) }),
  },
  'open-after-wave': {
    isBroken: ({ question: q }) => !isClosed(q) && q.openToAllAt !== null && q.wave === 0,
    set: () => ({ openToAllAt: null }),
  },
  'experts-clock-runs': {
    isBroken: ({ question: q }) => isExpertsTurn(q) && q.escalationDueAt === null,
    set: ({ now, category }) => ({ escalationDueAt: plus(now, category.escalationMs) }),
  },
  'asker-has-answer': {
    isBroken: ({ question: q }) => isAskersTurn(q) && q.numResponses === 0 && q.holdDueAt === null,
    set: restart,
  },
  'agents-only-when-rerouted': {
    isBroken: ({ question: q }) => isUnresolved(q) && q.turn === 'agents',
    set: restart,
  },
  'held-question-weighs': {
    isBroken: ({ question: q }) => isExpertsTurn(q) && isHeld(q) && q.units < 1,
    set: ({ category }) => ({ units: category.weight }),
  },
  'second-opinion-ends': {
    isBroken: ({ question: q }) =>
      isUnresolved(q) && (isHeld(q) ? q.opinionDueAt !== null : q.opinionOf !== null && q.opinionDueAt === null),
    set: ({ question: q, now }) => (isHeld(q) ? { opinionDueAt: null, opinionOf: null } : { opinionDueAt: now }),
  },
  'rerouted-with-agents': {
    isBroken: (facts) => {
      const { question: q } = facts
      const waitsForAskerInVain = q.turn === 'asker' && !hasAgentsAnswer(facts)
      return !isClosed(q) && isRerouted(q) && (q.turn === 'experts' || hasDeadline(q) || waitsForAskerInVain)
    },
    set: (facts) => ({
      ...noExperts,
      turn: facts.question.turn === 'asker' && hasAgentsAnswer(facts) ? 'asker' : 'agents',
    }),
  },
  'unresolved-expires': {
    isBroken: ({ question: q }) => isUnresolved(q) && q.numResponses === 0 && q.expiryDueAt === null,
    set: ({ question: q, now, category }) => ({ expiryDueAt: q.expiresAt ?? plus(now, category.expiryMs) }),
  },
  'answered-does-not-expire': {
    isBroken: ({ question: q }) => isUnresolved(q) && q.numResponses > 0 && q.expiryDueAt !== null,
    set: () => ({ expiryDueAt: null }),
  },
  'lease-has-holder': {
    isBroken: ({ question: q }) => isUnresolved(q) && q.leaseDueAt !== null && (!isHeld(q) || q.turn !== 'experts'),
    set: () => ({ leaseDueAt: null }),
  },
  'wave-seeks-experts': {
    isBroken: ({ question: q }) => isUnresolved(q) && q.waveDueAt !== null && (isHeld(q) || q.turn !== 'experts'),
    set: () => ({ waveDueAt: null }),
  },
  'experts-clock-stops': {
    isBroken: ({ question: q }) => isAskersTurn(q) && (q.promptDueAt !== null || q.escalationDueAt !== null),
    set: () => ({ promptDueAt: null, escalationDueAt: null }),
  },
  'hold-is-the-askers': {
    isBroken: ({ question: q }) => isUnresolved(q) && q.holdDueAt !== null && q.turn !== 'asker',
    set: () => ({ holdDueAt: null }),
  },
  'mark-is-approved': {
    isBroken: (facts) => isAskersTurn(facts.question) && facts.question.approvalDueAt === null && isMarked(facts),
    set: (facts) => ({ approvalDueAt: startApproval(facts).approvalDueAt }),
  },
  'approval-has-mark': {
    isBroken: (facts) => {
      const { question: q } = facts
      return isUnresolved(q) && q.approvalDueAt !== null && (q.turn !== 'asker' || !isMarked(facts))
    },
    set: () => ({ approvalDueAt: null }),
  },
  'silence-ends': {
    isBroken: ({ question: q }) =>
      isAskersTurn(q) &&
      q.numResponses > 0 &&
      q.expiresAt !== null &&
      q.silenceDueAt === null &&
      q.approvalDueAt === null,
    set: (facts) => {
      const { now, category } = facts
      return {
        silenceDueAt: category.silenceMs > 0 ? plus(now, category.silenceMs) : null,
        expiresAt: closesAt(facts),
      }
    },
  },
  'silence-is-the-askers': {
    isBroken: ({ question: q }) =>
      isUnresolved(q) &&
      q.silenceDueAt !== null &&
      (q.turn !== 'asker' || q.numResponses === 0 || q.approvalDueAt !== null),
    set: () => ({ silenceDueAt: null }),
  },
  'closed-has-no-deadline': {
    isBroken: ({ question: q }) => isClosed(q) && !isOpenStatus(q) && hasDeadline(q),
    set: () => noExperts,
  },
  'closed-status-is-closed': {
    isBroken: ({ question: q }) => isClosed(q) && isOpenStatus(q),
    set: ({ question: q }) => ({
      closedAt: null,
      turn: q.status !== 'UNRESOLVED' ? 'agents' : q.numResponses > 0 ? 'asker' : 'experts',
      expiryDueAt: q.status === 'UNRESOLVED' && q.numResponses === 0 ? q.expiresAt : null,
    }),
  },
  'no-offer-of-what-is-taken': {
    isBroken: (facts) => {
      const { question: q } = facts
      const isTaken = q.status !== 'UNRESOLVED' || (q.type === 'ONE_TO_ONE' && isHeld(q))
      return isTaken && pendingOf(facts).length > 0
    },
    withdraws: pendingOf,
  },
  'no-offer-to-the-absent': {
    isBroken: (facts) => offersToAbsent(facts).length > 0,
    withdraws: offersToAbsent,
  },
  'no-prompt-on-what-is-closed': {
    isBroken: (facts) => isClosed(facts.question) && openPrompts(facts).length > 0,
    removesPrompts: true,
  },
}

/**
 * Returns the invariants that a question breaks, and the decision that mends all of them. It counts no version, because views hardly show
 * what is mended. Only experts whose offers are withdrawn are told. As after the job, routing then looks for the next experts.
 */
export function mend(before: Facts): { broken: Mended[]; decision: Decision } {
  let facts = before
  let set: Partial<Writable> = {}
  const broken: Mended[] = []
  for (const [name, rule] of Object.entries(rules) as [Mended, Rule][]) {
    if (!rule.isBroken(facts)) continue
    broken.push(name)
    set = { ...set, ...rule.set?.(facts) }
    facts = { ...before, question: { ...before.question, ...set } }
  }
  const { question: q, company } = facts
  const withdrawn = new Set(broken.flatMap((name) => rules[name].withdraws?.(before) ?? []))
  const absent = new Set(offersToAbsent(before).map(({ expertId }) => expertId))
  const reasonFor = (expertId: string) => (absent.has(expertId) ? { reason: 'expert is not available' } : {})
  const isTold = withdrawn.size > 0 && q.status === 'UNRESOLVED'
  const seeksOthers = isTold && isExpertsTurn(q) && !isHeld(q) && withdrawn.size === pendingOf(before).length
  return {
    broken,
    decision: {
      ...setTimers(set),
      event: isTold ? 'OFFER_CLOSED' : undefined,
      closes: [...withdrawn].map(({ id, expertId }) => ({ id, expertId, status: 'withdrawn', ...reasonFor(expertId) })),
      removes: broken.some((name) => rules[name].removesPrompts) ? openPrompts(before).map(({ id }) => id) : [],
      jobs: seeksOthers ? [routeJob({ kind: 'system', companyId: company.id }, q.id)] : [],
    },
  }
}

/** Returns the change that mends whatever is broken in a question. `absent`: experts who have not been available for minutes. */
export const mending = (companyId: string, questionId: string, absent: string[] = []): Change => ({
  actor: { kind: 'system', companyId },
  of: { questionId },
  locksHolder: true,
  about: absent,
  decide: (facts) => mend(facts).decision,
})
