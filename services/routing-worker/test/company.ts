import type { CategorySettings } from '@askline/contracts'
import { type Database, inCompany, inSystem, newId, type Tx } from '@askline/db'
import { createExpert, type NewExpert } from '@askline/domain/administration/create-expert'
import { makeChange } from '@askline/domain/changes/make-changes'
import { createCompany } from '@askline/domain/companies/create-company'
import { createPerson } from '@askline/domain/companies/create-person'
import { findExpertsOfOpen } from '@askline/domain/people/open-to-all'
import { type AskQuestion, askQuestion } from '@askline/domain/questions/ask'
import { addedResponse, respond } from '@askline/domain/questions/respond'
import { acceptResponse } from '@askline/domain/questions/settle'
import { explainRouting } from '@askline/domain/routing/explanation'
import type { Need } from '@askline/domain/routing/hindrance'
import { buildEvidenceCache, type EvidenceCache } from '@askline/learning/evidence/evidence-cache'
import { buildRouter } from '../src/routing/router.ts'

const publicUrl = 'http://localhost/v1'

/** An ordinary question requires only free capacity of an expert. */
export const anybody: Need = { language: undefined, units: 1, requirement: undefined, categoryId: '' }

/** A separate company for one test, with the asker `ada`. Every action runs the same commands as the API. */
export async function foundCompany(db: Database, options: { isSandbox?: boolean } = {}) {
  const tag = `c-${newId()}`
  const { companyId, categoryId } = await inSystem(db, (tx) => createCompany(tx, { tag, name: tag, ...options }))
  const run = <T>(work: (tx: Tx) => Promise<T>) => inCompany(db, companyId, work)
  const invite = async (name: string) =>
    (await run((tx) => createPerson(tx, { companyId, role: 'user', email: `${name}@example.com`, name }))).userId
  const ada = await invite('ada')

  async function hire(profile: Partial<NewExpert> = {}): Promise<string> {
    const name = `expert-${newId()}`
    const expert = { companyId, email: `${name}@example.com`, name, languages: ['en'], topics: [], ...profile }
    return (await run((tx) => createExpert(tx, expert))).userId
  }

  async function ask(input: Partial<AskQuestion> & { by?: string } = {}): Promise<string> {
    const { by = ada, ...rest } = input
    const { view } = await run((tx) =>
      askQuestion(tx, { kind: 'user', userId: by, companyId }, { text: 'Card?', externalIds: [], ...rest }, publicUrl),
    )
    return view.uuid
  }

  /** Responds as an expert who was offered the question. Its asker then accepts. */
  async function settle(questionId: string, expertId: string): Promise<void> {
    const actor = { kind: 'expert', userId: expertId, companyId } as const
    const { responseId } = await run((tx) =>
      makeChange(tx, respond(actor, { questionId, text: 'So.' })).then(addedResponse),
    )
    await run((tx) => makeChange(tx, acceptResponse({ kind: 'user', userId: ada, companyId }, { responseId })))
  }

  /** Asks `text`, routes it by a worker that has just started, and settles it by this expert. */
  async function resolve(expertId: string, text: string): Promise<string> {
    const questionId = await ask({ text })
    await buildRouter(db, buildEvidenceCache(db)).route(questionId)
    await settle(questionId, expertId)
    return questionId
  }

  /** Returns the decisions of routing about a question, as an admin sees them. */
  const decisionsOf = async (questionId: string) =>
    (await run((tx) => explainRouting(tx, companyId, questionId))).decisions

  /** Sets the settings of the company's only category. */
  const set = (settings: CategorySettings) =>
    db.system.query('update categories set settings = $2 where id = $1', [categoryId, settings])

  return { db, companyId, categoryId, ada, run, invite, hire, ask, settle, resolve, decisionsOf, set }
}

export type TestCompany = Awaited<ReturnType<typeof foundCompany>>

export type OfferRow = { expertId: string; wave: number; round: number; status: string; reasons: string[] }

export async function offersOf(db: Database, questionId: string): Promise<OfferRow[]> {
  const { rows } = await db.system.query<OfferRow>(
    `select expert_id as "expertId", wave, round, status, reasons from offers
      where question_id = $1 order by round, wave, score desc`,
    [questionId],
  )
  return rows
}

/** Returns the best free expert for a text by the evidence of `cache`, or `undefined` if it has none. */
export function bestFor(cache: EvidenceCache, { companyId }: TestCompany, text: string): string | undefined {
  const evidence = cache.find(companyId)
  return evidence?.rank({ text }, evidence.roster.free(anybody), 1)[0]?.expertId
}

/** Returns the experts to whom a question is open without an offer, by id; empty if it is not open to all. */
export async function openTo(db: Database, questionId: string): Promise<string[]> {
  const { rows } = await db.system.query<{ ids: string[] }>(
    `select array(select e.user_id from experts e where e.company_id = q.company_id) as ids from questions q
      where q.id = $1 and q.open_to_all_at is not null and q.status = 'UNRESOLVED' and q.holder_id is null`,
    [questionId],
  )
  const found = await findExpertsOfOpen(db, [questionId], rows[0]?.ids ?? [])
  return (found.get(questionId) ?? []).toSorted()
}

export async function questionRow(db: Database, questionId: string) {
  const { rows } = await db.system.query<{
    status: string
    turn: string | null
    rerouteType: string | null
    language: string | null
    wave: number
    round: number
    version: number
    waveInMs: number | null
  }>(
    `select status, turn, reroute_type as "rerouteType", language, wave, round, version,
      extract(epoch from wave_due_at - company_now(company_id))::float8 * 1000 as "waveInMs" from questions where id = $1`,
    [questionId],
  )
  return rows[0]
}

/** Makes a question older by `ms`, so that actions that depend on its age become due. */
export async function ages(db: Database, questionId: string, ms: number): Promise<void> {
  await db.system.query(
    `update questions set queued_at = queued_at - $2 * interval '1 ms', widens_at = widens_at - $2 * interval '1 ms',
      wave_due_at = wave_due_at - $2 * interval '1 ms' where id = $1`,
    [questionId, ms],
  )
}

/** Makes the offers and the next wave of a question due. */
export async function waveRunsOut(db: Database, questionId: string): Promise<void> {
  await db.system.query(`update offers set due_at = clock_timestamp() - interval '1 second' where question_id = $1`, [
    questionId,
  ])
  await db.system.query(`update questions set wave_due_at = clock_timestamp() where id = $1`, [questionId])
}

/** The quarantine of a worker that never crashes: any use of it fails the test. */
export const noQuarantine = {
  async add(questionIds: string[]): Promise<void> {
    throw new Error(`${questionIds} came back from no dead worker`)
  },
}
