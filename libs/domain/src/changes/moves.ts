import { openStatuses, questionStatuses } from '@askline/contracts'
import { close, expire, notifying, reroute, resolve, withAgents } from './endings.ts'
import { type Move, move } from './move.ts'
import {
  askersTurn,
  awaitAsker,
  backToRouting,
  closed,
  endOpinion,
  expertsClocks,
  expertsTurn,
  hasAnswered,
  isDue,
  isMarked,
  isOffered,
  leaseOrRouting,
  mayGiveUp,
  mayWrite,
  newRound,
  noExperts,
  oneMoreResponse,
  plus,
  retryRouting,
  startApproval,
  startEscalation,
  stopEscalation,
  stopSilence,
  toExpertsUnlessAnswered,
} from './rules.ts'

/** The expert or agent who makes the move. */
type By = { by: string }
/** `fence`: of the claim under which an expert wrote. */
type Fenced = By & { fence: number | undefined }
/** `reason`: of the person who gives the question up; undefined keeps the present one. */
type Reasoned = { reason: string | undefined }

/** Every change of a question after it was asked that has an event and no plan of routing: see `offer-waves.ts` for waves. */
export const moves = {
  claim: move<By>({
    from: ['UNRESOLVED'],
    guard: (facts, { by }) =>
      facts.question.type === 'ONE_TO_ONE' && facts.question.holderId === null && isOffered(facts, by),
    set: (facts, { by }) => ({
      holderId: by,
      fence: facts.question.fence + 1,
      ...expertsTurn(facts),
      waveDueAt: null,
      holdDueAt: null,
      leaseDueAt: plus(facts.now, facts.category.leaseMs),
      rerouteReason: null,
      ...endOpinion,
    }),
    removes: [notifying],
    offers: 'withdrawn',
    event: 'QUESTION_CLAIMED',
  }),
  release: move<By>({
    from: ['UNRESOLVED'],
    guard: ({ question: q }, { by }) => q.holderId === by,
    set: backToRouting,
    routes: true,
    event: 'QUESTION_RELEASED',
  }),
  // The holder is gone, and their answer waits for the asker. If the asker writes on, routing looks for others at once.
  vacate: move<By>({
    from: ['UNRESOLVED'],
    guard: ({ question: q }, { by }) => q.holderId === by && q.turn === 'asker',
    set: (facts) => ({ holderId: null, ...newRound(facts) }),
    event: 'QUESTION_RELEASED',
  }),
  lapse: move({
    from: ['UNRESOLVED'],
    guard: (facts) => facts.question.holderId !== null && isDue(facts.question.leaseDueAt, facts),
    set: backToRouting,
    routes: true,
    event: 'QUESTION_RELEASED',
  }),
  respond: move<Fenced>({
    from: ['UNRESOLVED'],
    guard: (facts, { by, fence }) =>
      !hasAnswered(facts, by) &&
      (fence === undefined || facts.question.fence === fence) &&
      (facts.question.type === 'ONE_TO_ONE' ? facts.question.holderId === by : isOffered(facts, by)),
    set: (facts) => ({ ...oneMoreResponse(facts), ...awaitAsker(facts) }),
    removes: [notifying, 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE'],
    adds: [{ type: 'ACCEPT_RESPONSE_SYSTEM_MESSAGE', in: 'response' }],
    writes: true,
    event: 'QUESTION_RESPONSE',
  }),
  // The answer of an offered expert claims the question too, as one move with one event.
  respondAndClaim: move<By>({
    from: ['UNRESOLVED'],
    guard: (facts, { by }) =>
      facts.question.type === 'ONE_TO_ONE' &&
      facts.question.holderId === null &&
      !hasAnswered(facts, by) &&
      isOffered(facts, by),
    set: (facts, { by }) => ({
      holderId: by,
      fence: facts.question.fence + 1,
      ...oneMoreResponse(facts),
      ...awaitAsker(facts),
    }),
    removes: [notifying, 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE'],
    adds: [{ type: 'ACCEPT_RESPONSE_SYSTEM_MESSAGE', in: 'response' }],
    offers: 'withdrawn',
    writes: true,
    event: 'QUESTION_RESPONSE',
  }),
  // During the experts' turn their clocks run on, so further messages of the asker do not postpone the escalation.
  askerWrites: move({
    from: ['UNRESOLVED'],
    set: (facts) => ({
      ...expertsTurn(facts),
      holdDueAt: null,
      ...expertsClocks(facts),
      ...leaseOrRouting(facts, { keepsWave: true }),
    }),
    writes: true,
    event: 'MESSAGE_ADDED',
  }),
  askerWritesToAgents: move({
    from: withAgents,
    set: () => ({ turn: 'agents' }),
    writes: true,
    event: 'MESSAGE_ADDED',
  }),
  expertWrites: move<Fenced>({
    from: ['UNRESOLVED'],
    guard: (facts, { by, fence }) => hasAnswered(facts, by) && mayWrite(facts, by, fence),
    set: awaitAsker,
    removes: ['CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE'],
    writes: true,
    event: 'MESSAGE_ADDED',
  }),
  editQuestion: move({ from: openStatuses, event: 'QUESTION_EDITED' }),
  editMessage: move({ from: openStatuses, event: 'MESSAGE_EDITED' }),
  markAsResolved: move<Fenced>({
    from: ['UNRESOLVED'],
    guard: (facts, { by, fence }) => hasAnswered(facts, by) && mayWrite(facts, by, fence),
    set: (facts) => ({ ...askersTurn(facts), ...startApproval(facts) }),
    removes: ['MARK_AS_RESOLVED_MESSAGE'],
    adds: [{ type: 'MARK_AS_RESOLVED_MESSAGE', in: 'response' }],
    event: 'QUESTION_MARKED_AS_RESOLVED',
  }),
  // The asker is silent. The next message of a person removes this prompt.
  markBySilence: move({
    from: ['UNRESOLVED'],
    guard: (facts) =>
      facts.question.turn === 'asker' && facts.question.numResponses > 0 && isDue(facts.question.silenceDueAt, facts),
    set: startApproval,
    removes: ['MARK_AS_RESOLVED_MESSAGE'],
    adds: [{ type: 'MARK_AS_RESOLVED_MESSAGE', in: 'response', untilPersonWrites: true }],
    event: 'QUESTION_MARKED_AS_RESOLVED',
  }),
  approve: resolve({
    guard: isMarked,
    adds: [{ type: 'APPROVED_MARK_AS_RESOLVED_MESSAGE', in: 'response' }],
  }),
  approveBySilence: resolve({
    guard: (facts) => isMarked(facts) && isDue(facts.question.approvalDueAt, facts),
    adds: [{ type: 'APPROVED_MARK_AS_RESOLVED_MESSAGE', in: 'response' }],
  }),
  contest: move({
    from: ['UNRESOLVED'],
    guard: isMarked,
    set: (facts) => ({
      ...expertsTurn(facts),
      ...stopSilence(facts),
      ...startEscalation(facts),
      ...leaseOrRouting(facts, { keepsWave: false }),
    }),
    removes: ['MARK_AS_RESOLVED_MESSAGE'],
    adds: [{ type: 'CONTESTED_MARK_AS_RESOLVED_MESSAGE', in: 'response' }],
    event: 'RESOLUTION_CONTESTED',
  }),
  accept: resolve({ adds: [{ type: 'ACCEPTED_RESPONSE_SYSTEM_MESSAGE', in: 'response' }] }),
  // Once rerouted, only agents' responses can be accepted.
  acceptFromAgent: resolve({
    from: withAgents,
    adds: [{ type: 'ACCEPTED_RESPONSE_SYSTEM_MESSAGE', in: 'response' }],
  }),
  resolveByAgent: resolve({ from: withAgents }),
  acceptAutomatic: move({
    ...resolve({ adds: [{ type: 'ACCEPTED_AUTORESPONSE_MESSAGE', in: 'response' }] }),
    set: (facts) => ({ status: 'RESOLVED', numResponses: facts.question.numResponses + 1, ...closed(facts) }),
  }),
  // Experts are held back while the asker decides. NOTIFYING_EXPERTS stays, because they may still be asked.
  // `predictedClass`: the class that was found in the text of a question without a class.
  respondAutomatically: move<{ predictedClass: string | undefined }>({
    from: ['UNRESOLVED'],
    guard: ({ question: q, responses, wasOffered }) =>
      q.turn === 'experts' &&
      q.holderId === null &&
      q.numResponses === 0 &&
      q.holdDueAt === null &&
      q.openToAllAt === null &&
      !wasOffered &&
      responses.length === 0,
    set: ({ question: q, now, category }, { predictedClass }) => ({
      predictedClass: q.predictedClass ?? predictedClass ?? null,
      turn: 'asker',
      ...stopEscalation,
      waveDueAt: null,
      holdDueAt: plus(now, category.autoHoldMs),
    }),
    adds: [{ type: 'AUTORESPONSE_MESSAGE', in: 'response' }],
    event: 'QUESTION_AUTO_RESPONSE',
  }),
  openAutomatic: move({ from: openStatuses, event: 'AUTO_RESPONSE_OPENED' }),
  rejectAutomatic: move({
    from: ['UNRESOLVED'],
    set: (facts) => ({ holdDueAt: null, ...toExpertsUnlessAnswered(facts) }),
    adds: [{ type: 'REJECTED_AUTORESPONSE_MESSAGE', in: 'response' }],
    routes: true,
    event: 'AUTO_RESPONSE_REJECTED',
  }),
  endHold: move({
    from: ['UNRESOLVED'],
    guard: (facts) => isDue(facts.question.holdDueAt, facts),
    set: (facts) => ({ holdDueAt: null, ...toExpertsUnlessAnswered(facts) }),
    routes: true,
    event: 'QUESTION_APPROVED',
  }),
  rate: move({ from: questionStatuses, event: 'QUESTION_RATED' }),
  addTestimonial: move({
    from: ['RESOLVED'],
    removes: ['ADD_TESTIMONIAL_SYSTEM_MESSAGE'],
    adds: [{ type: 'ADDED_TESTIMONIAL_SYSTEM_MESSAGE', in: 'response' }],
    event: 'TESTIMONIAL_ADDED',
  }),
  markAsRead: move({ from: questionStatuses, event: 'RESPONSE_READ' }),
  promptReroute: move({
    from: ['UNRESOLVED'],
    guard: (facts) => facts.question.turn === 'experts' && isDue(facts.question.promptDueAt, facts),
    set: () => ({ promptDueAt: null }),
    removes: ['CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE'],
    adds: [{ type: 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE', in: 'conversation' }],
    event: 'CUSTOMER_REROUTE_PROMPT',
  }),
  rerouteByPoster: reroute<Reasoned>({
    type: 'BY_POSTER',
    event: 'QUESTION_ESCALATED_BY_CUSTOMER',
    reasonOf: ({ reason }) => reason,
  }),
  // An expert gives the question up. Until the second opinion ends, another expert may take it; then the agents get it.
  seekOpinion: move<By & Reasoned>({
    from: ['UNRESOLVED'],
    guard: (facts, { by }) => facts.question.opinionDueAt === null && mayGiveUp(facts, by),
    set: (facts, { by, reason }) => {
      const { question: q, now, category } = facts
      return {
        opinionOf: by,
        rerouteReason: reason ?? q.rerouteReason,
        opinionDueAt: plus(now, category.secondOpinionMs),
        holderId: null,
        turn: 'experts',
        leaseDueAt: null,
        ...(q.holderId === null
          ? { waveDueAt: q.waveDueAt ?? retryRouting(facts) }
          : { ...newRound(facts), waveDueAt: retryRouting(facts) }),
        ...expertsClocks(facts),
      }
    },
    routes: true,
    event: 'QUESTION_RELEASED',
  }),
  rerouteByExpert: reroute<By & Reasoned>({
    type: 'BY_EXPERT',
    event: 'QUESTION_ESCALATED_BY_EXPERT',
    guard: (facts, { by }) => mayGiveUp(facts, by),
    reasonOf: ({ reason }) => reason,
  }),
  // No expert took it in time. `isEarly`: no other expert is left.
  rerouteAfterOpinion: reroute<{ isEarly: boolean }>({
    type: 'BY_EXPERT',
    event: 'QUESTION_ESCALATED_BY_EXPERT',
    guard: (facts, { isEarly }) =>
      facts.question.opinionOf !== null && (isEarly || isDue(facts.question.opinionDueAt, facts)),
  }),
  rerouteByTime: reroute({
    type: 'BY_INACTIVITY',
    event: 'QUESTION_ESCALATED_BY_TIME',
    guard: (facts) => facts.question.turn === 'experts' && isDue(facts.question.escalationDueAt, facts),
  }),
  // Only before an expert claims the question: a human answer outranks the router's prediction.
  rerouteByLanguage: reroute({
    type: 'BY_UNSUPPORTED_LANGUAGE',
    event: 'QUESTION_ESCALATED_BY_LANGUAGE',
    guard: ({ question: q }) => q.turn === 'experts' && q.holderId === null,
  }),
  // The category sends questions that experts rarely resolve to agents at once, so only before an expert was asked.
  rerouteAsHopeless: reroute({
    type: 'BY_LACK_OF_EXPERTS',
    event: 'QUESTION_REJECTED_BY_PREDICTIVE_ROUTING',
    guard: ({ question: q, wasOffered }) =>
      q.turn === 'experts' && q.holderId === null && q.numResponses === 0 && q.openToAllAt === null && !wasOffered,
  }),
  rerouteByLack: reroute({
    type: 'BY_LACK_OF_EXPERTS',
    event: 'QUESTION_ESCALATED_BY_LACK_OF_EXPERTS',
    guard: ({ question: q }) => q.turn === 'experts' && q.holderId === null,
  }),
  // The agent holds the question from here. Their message is the first of a response of theirs, so it is the asker's turn.
  takeBack: move<By>({
    ...reroute<By>({
      type: 'BY_EXPERT',
      event: 'TAKEBACK',
      guard: ({ question: q }) => q.type === 'ONE_TO_ONE',
    }),
    set: (facts, { by }) => ({
      status: 'CLOSED_BY_ESCALATION',
      isRerouted: true,
      rerouteType: facts.question.fence > 0 ? 'BY_EXPERT' : 'BY_AGENT',
      reroutedAt: facts.now,
      holderId: by,
      turn: 'asker',
      ...noExperts,
      ...oneMoreResponse(facts),
    }),
    adds: [
      { type: 'QUESTION_REROUTED_SYSTEM_MESSAGE', in: 'conversation' },
      { type: 'ACCEPT_RESPONSE_SYSTEM_MESSAGE', in: 'response' },
    ],
  }),
  agentResponds: move<By>({
    from: withAgents,
    set: (facts, { by }) => ({ holderId: by, turn: 'asker', ...oneMoreResponse(facts) }),
    adds: [{ type: 'ACCEPT_RESPONSE_SYSTEM_MESSAGE', in: 'response' }],
    event: 'QUESTION_RESPONSE',
  }),
  agentWrites: move<By>({
    from: withAgents,
    set: (_, { by }) => ({ holderId: by, turn: 'asker' }),
    event: 'MESSAGE_ADDED',
  }),
  // An agent says that they will answer. Other agents may still answer, and the one who does holds the question from then on.
  agentTakes: move<By>({
    from: withAgents,
    guard: ({ question: q }) => q.holderId === null,
    set: (_, { by }) => ({ holderId: by }),
    event: 'QUESTION_TAKEN_BY_AGENT',
  }),
  agentReleases: move<By>({
    from: withAgents,
    guard: ({ question: q }, { by }) => q.holderId === by,
    set: () => ({ holderId: null }),
    event: 'QUESTION_RELEASED_BY_AGENT',
  }),
  closeByCompany: close('CLOSED_BY_COMPANY'),
  withdraw: close('WITHDRAW'),
  // The asker was forgotten. Their texts are erased in every status.
  erase: move({
    from: questionStatuses,
    set: ({ question: q }) => ({
      language: null,
      languages: [],
      predictedClass: null,
      openToAllAt: null,
      openLanguage: null,
      rerouteReason: q.rerouteType === 'BY_POSTER' ? null : q.rerouteReason,
    }),
    event: 'QUESTION_EDITED',
  }),
  expire: expire(),
  // Only a question without a response expires by itself.
  expireInTime: expire((facts) => facts.question.numResponses === 0 && isDue(facts.question.expiryDueAt, facts)),
}

export type MoveName = keyof typeof moves

/** Inputs of a move other than the facts. */
export type InputOf<Name extends MoveName> = (typeof moves)[Name] extends Move<infer Input> ? Input : never

const table: { [Name in MoveName]: Move<InputOf<Name>> } = moves

/** Returns a row of the table with the type of its input. */
export const moveOf = <Name extends MoveName>(name: Name): Move<InputOf<Name>> => table[name]
