import { readFile } from 'node:fs/promises'
import { inSystem } from '@askline/db'
import { listCategories } from '@askline/domain/administration/categories'
import { findRecordedQuestions, type RecordedQuestion } from '@askline/domain/routing/recorded'
import { findRoutingExperts } from '@askline/domain/routing/routing-experts'
import {
  findResolvedEvidence,
  findResolvedIds,
  type ResolvedEvidence,
} from '@askline/learning/evidence/resolved-evidence'
import { readPolicy } from '../replay/policy.ts'
import { buildProgress } from '../replay/progress.ts'
import { replay } from '../replay/replay.ts'
import { type Command, RefusedError, UsageError } from './command.ts'
import { companyMeant } from './companies.ts'

const chunk = 250
const mostResolved = 20_000
const units: Record<string, number> = { h: 3_600_000, d: 86_400_000 }

export const routingReplay: Command = {
  name: 'routing replay',
  usage: '--policy <draft.json> [--company <tag>] [--since 30d] [--seed 1]',
  summary:
    'Simulates recorded questions under a draft policy. Prints the change of first-answer time, reroute rate and load spread.',
  flags: { required: ['policy'], optional: ['company', 'since', 'seed'] },
  async run({ db, say, bar }, { flags }) {
    const sinceMs = durationOf(flags['since'] ?? '30d')
    const seed = seedOf(flags['seed'] ?? '1')
    const text = await readFile(flags['policy'] ?? '', 'utf8').catch(() => {
      throw new RefusedError(`The file ${flags['policy']} does not exist or cannot be read.`)
    })
    const { companyId, categories, experts, ids } = await inSystem(db, async (tx) => {
      const companyId = await companyMeant(tx, flags['company'])
      const { categories } = await listCategories(tx, companyId, { limit: 1_000 })
      const ids = await findResolvedIds(tx, companyId, mostResolved)
      return { companyId, categories, experts: await findRoutingExperts(tx, companyId), ids }
    })
    const policy = readPolicy(
      text,
      categories.map(({ name }) => name),
    )

    const questions: RecordedQuestion[] = []
    for (let after: string | null = null; ; after = questions.at(-1)?.questionId ?? null) {
      const page = await inSystem(db, (tx) => findRecordedQuestions(tx, companyId, { sinceMs, after, limit: chunk }))
      questions.push(...page)
      if (page.length < chunk) break
    }
    if (questions.length === 0)
      throw new RefusedError(`No question was offered in the last ${flags['since'] ?? '30d'}.`)
    const history: ResolvedEvidence[] = []
    for (let from = 0; from < ids.length; from += chunk) {
      history.push(...(await inSystem(db, (tx) => findResolvedEvidence(tx, ids.slice(from, from + chunk)))))
    }
    const progress = buildProgress(say, bar)
    for (const line of replay({ questions, history, experts, policy, seed, progress })) say(line)
  },
}

function durationOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,4})([hd])$/u.exec(text) ?? []
  const ms = Number(count) * (units[unit] ?? Number.NaN)
  if (!(ms > 0)) throw new UsageError('--since must be a number of hours or days, for example 12h or 30d.')
  return ms
}

function seedOf(text: string): number {
  const seed = Number(text)
  if (!Number.isInteger(seed) || seed < 0 || seed > 2 ** 31) throw new UsageError('--seed must be a whole number.')
  return seed
}
