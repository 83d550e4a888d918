import { questions, type RowOf, selectList } from '@askline/db'

/**
 * The columns of a question that changes read and write: all but its text, its company and its age. The statements `lock-questions`
 * and `write-changes` list the same columns; a test compares them.
 */
export const stateRow = {
  id: questions.id,
  askerId: questions.askerId,
  categoryId: questions.categoryId,
  type: questions.type,
  companyTags: questions.companyTags,
  version: questions.version,
  updatedAt: questions.updatedAt,
  changedAt: questions.changedAt,
  status: questions.status,
  turn: questions.turn,
  isRerouted: questions.isRerouted,
  rerouteType: questions.rerouteType,
  reroutedAt: questions.reroutedAt,
  rerouteReason: questions.rerouteReason,
  closedAt: questions.closedAt,
  numResponses: questions.numResponses,
  firstResponseAt: questions.firstResponseAt,
  language: questions.language,
  languages: questions.languages,
  predictedClass: questions.predictedClass,
  firstOfferedAt: questions.firstOfferedAt,
  expertsAvailable: questions.expertsAvailable,
  promisedMs: questions.promisedMs,
  /** An expert, or the agent of a rerouted question. */
  holderId: questions.holderId,
  fence: questions.fence,
  /** Units of the holder's capacity that the question takes now. */
  units: questions.units,
  wave: questions.wave,
  round: questions.round,
  /** Since when the question is or was open to all in this round: see `isOpenToAll`. */
  openToAllAt: questions.openToAllAt,
  openLanguage: questions.openLanguage,
  openRequirement: questions.openRequirement,
  widensAt: questions.widensAt,
  /** The expert who gave the question up, during a second opinion. */
  opinionOf: questions.opinionOf,
  expiresAt: questions.expiresAt,
  waveDueAt: questions.waveDueAt,
  leaseDueAt: questions.leaseDueAt,
  promptDueAt: questions.promptDueAt,
  escalationDueAt: questions.escalationDueAt,
  approvalDueAt: questions.approvalDueAt,
  silenceDueAt: questions.silenceDueAt,
  holdDueAt: questions.holdDueAt,
  expiryDueAt: questions.expiryDueAt,
  opinionDueAt: questions.opinionDueAt,
} as const

/** A question as changes see it. Times are in its company's time. */
export type State = RowOf<typeof stateRow>

/** The columns that a change may set. `write-changes` writes all of them. */
export type Writable = Omit<State, 'id' | 'askerId' | 'categoryId' | 'type' | 'companyTags'>

/** The select list of a State from `questions q`. */
export const stateColumns = selectList(stateRow, 'q')

/** Whether every expert who meets the question's rule may take it. Then it has no offers to them. */
export const isOpenToAll = ({ openToAllAt, status, holderId }: State): boolean =>
  openToAllAt !== null && status === 'UNRESOLVED' && holderId === null

/** Whether the question is in the agents' queue. */
export const isWithAgents = ({ status }: State): boolean => status === 'CLOSED_BY_ESCALATION' || status === 'FLAGGED'

/** Units that the question takes from an expert's capacity, and the expert. Only unresolved questions count. */
export const loadOf = ({ status, holderId, units }: State): { expertId: string; units: number } | undefined =>
  status === 'UNRESOLVED' && holderId !== null ? { expertId: holderId, units } : undefined

/** Returns the later of two times. */
export const latest = (one: Date, other: Date | undefined): Date => (other && other > one ? other : one)

/** Returns the next freshness stamp: the present time, but always in a later second than the previous one (decisions/questions.md). */
export const nextStamp = (previous: Date, now: Date): Date =>
  latest(new Date(Math.ceil(previous.getTime() / 1000) * 1000 + 1), now)
