import type { OutboxJob } from '@askline/contracts'
import { type Tx, together } from '@askline/db'
import { readsAll } from '../access/agents-read.ts'
import type { Person } from '../actors.ts'
import { DomainError, NotFoundError } from '../errors.ts'
import { noteActivity } from '../people/activity.ts'
import { audienceOf } from './audience.ts'
import type { Change, Decision, Done, Facts, Outcome } from './change.ts'
import { readFactsUnderLock } from './facts.ts'
import { jobsOf } from './jobs.ts'
import { isWithAgents, latest, nextStamp, type State } from './state.ts'
import { desksOf, type Made, writeChanges } from './write.ts'

/**
 * Makes a list of changes of one company. Locks their questions, reads the facts under the locks, decides each in order, and writes
 * all of them together. A refused change writes nothing, and the others go on.
 *
 * A question that another transaction has locked is busy, and so is the second change of one question. `waits`: waits for locked
 * questions instead. Throws if the database fails; then nothing is written.
 */
export async function makeChanges(tx: Tx, changes: Change[], { waits = false } = {}): Promise<Outcome[]> {
  return (await makeChangesAndRead(tx, changes, { waits, read: async () => undefined })).outcomes
}

type Reading<View> = { waits: boolean; read: (outcomes: Outcome[]) => Promise<View> }

/**
 * As `makeChanges`. `read` is called once the changes are sent, so its statements see them and share their round trip. If it throws,
 * nothing is written.
 */
export async function makeChangesAndRead<View>(
  tx: Tx,
  changes: Change[],
  { waits, read }: Reading<View>,
): Promise<{ outcomes: Outcome[]; view: View | undefined }> {
  if (changes.length === 0) return { outcomes: [], view: undefined }
  const factsOf = await readFactsUnderLock(tx, changes, { waits })
  const made: Made[] = []
  const taken = new Set<string>()
  const active: Person[] = []
  const numbers = new Map<string, number>()
  let isDrained = false
  const outcomes = changes.map((change): Outcome => {
    const facts = factsOf(change)
    if (facts === 'busy' || (facts !== 'missing' && taken.has(facts.question.id))) return { is: 'busy' }
    try {
      if (facts === 'missing') throw missing(change)
      const { actor } = change
      const one = decideChange(change, facts)
      const { decision, after } = one
      taken.add(facts.question.id)
      made.push(one)
      isDrained = changeLoads(facts, one) || isDrained
      if (actor.kind === 'expert' && isActivityDue(facts, actor.userId, decision)) active.push(actor)
      return { is: 'done', facts, decision, after, numbers }
    } catch (error) {
      if (error instanceof DomainError) return { is: 'refused', error }
      throw error
    }
  })
  const furtherJobs: OutboxJob[] = isDrained
    ? [{ job: 'drain-backlog', payload: { companyId: changes[0]?.actor.companyId ?? '' } }]
    : []
  const [written, , view] = await together(
    writeChanges(tx, made, furtherJobs),
    together(...active.map((expert) => noteActivity(tx, expert))),
    read(outcomes),
  )
  for (const [id, number] of written) numbers.set(id, number)
  return { outcomes, view }
}

/**
 * As `makeChangesAndRead`, for one change. Waits for its question. Throws the error of a refused change, and does not call `read` for it.
 */
export async function makeChange<View = undefined>(
  tx: Tx,
  change: Change,
  read?: (done: Done) => Promise<View>,
): Promise<Done & { view: View }> {
  const { outcomes, view } = await makeChangesAndRead(tx, [change], {
    waits: true,
    read: async ([outcome]) => (outcome?.is === 'done' ? read?.(outcome) : undefined),
  })
  const [outcome] = outcomes
  if (outcome?.is === 'refused') throw outcome.error
  if (outcome?.is !== 'done') throw new Error('A change that waits is never busy')
  return { ...outcome, view: view as View }
}

/** Decides a change by its facts, with everything that follows from it. Throws a DomainError to refuse. */
export function decideChange({ actor, decide }: Change, facts: Facts): Made {
  if (actor.kind === 'agent') assertAgentReads(facts, actor.userId)
  const decision = decide(facts)
  const after = stateAfter(facts, decision)
  const audience = audienceOf(facts, decision, after)
  const jobs = jobsOf(actor, decision, after, audience)
  return { actor, before: facts.question, after, at: facts.now, decision, audience, jobs }
}

const missing = ({ of }: Change): NotFoundError =>
  'questionId' in of ? new NotFoundError('question', of.questionId) : new NotFoundError('response', of.responseId)

function assertAgentReads({ question, company, person }: Facts, agentId: string): void {
  if (question.isRerouted || isWithAgents(question)) return
  if (!readsAll(company.settings, person(agentId)?.role)) throw new NotFoundError('question', question.id)
}

/** Returns the question as it is after a decision. */
function stateAfter({ question, now }: Facts, { event, set, raises }: Decision): State {
  if (event === undefined || event === 'OFFER_CLOSED') return { ...question, ...set }
  return {
    ...question,
    ...set,
    version: Math.max(question.version + 1, raises?.version ?? 0),
    updatedAt: latest(nextStamp(question.updatedAt, now), raises?.updatedAt),
    changedAt: latest(question.changedAt, now),
  }
}

/**
 * Gives the next changes of the list the loads that a change leaves. Returns whether waiting questions may fit now: an expert has more
 * room, and the company's heaviest question did not fit before.
 */
function changeLoads({ person, heaviest }: Facts, made: Made): boolean {
  let isDrained = false
  for (const [expertId, { units }] of desksOf([made])) {
    const expert = person(expertId)?.expert
    if (!expert) continue
    const before = expert.capacity - expert.load
    expert.load = Math.max(expert.load + units, 0)
    const room = expert.capacity - expert.load
    if (room > Math.max(before, 0) && before < heaviest) isDrained = true
  }
  return isDrained
}

/** Whether the activity of an expert is to be noted: it was not in the last minute, and is not noted with their work. */
function isActivityDue({ person }: Facts, expertId: string, { works }: Decision): boolean {
  const expert = person(expertId)?.expert
  if (!expert) return false
  return expert.awayReason !== null || (!works && (expert.missedOffers > 0 || expert.isIdle))
}
