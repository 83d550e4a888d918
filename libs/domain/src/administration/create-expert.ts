import { type Availability, isLanguage } from '@askline/contracts'
import { experts, type Tx, type WorkingHours } from '@askline/db'
import { sql } from 'drizzle-orm'
import { insertUser, type NewPerson } from '../companies/create-person.ts'
import { nameOf } from '../companies/names.ts'
import { InvalidValueError } from '../errors.ts'
import { enqueue } from '../outbox.ts'
import { topicLevels } from '../people/requirements.ts'
import { findBacklog } from '../routing/routable.ts'
import { findCategoryIds } from './experts.ts'

export type NewExpert = NewPerson & {
  /** ISO 639-1 codes, lower case; at least one. */
  languages: string[]
  topics: string[]
  availability?: Availability
  /** Questions held at once, at most; 5 when absent. */
  capacity?: number
  workingHours?: WorkingHours | null
  isOfficial?: boolean
  isCertified?: boolean
  isElite?: boolean
  /** Topic → 1 to 5, as the company vouches for. */
  topicLevels?: Record<string, number>
  /** Names of categories the expert is assigned to. */
  categories?: string[]
}

/**
 * Creates an expert: the person and the profile that routing looks at. The record of answers starts empty and is written
 * by the moves of questions only. Throws InvalidValueError: `email_taken`, `languages_invalid`, `capacity_invalid`,
 * `topic_levels_invalid`, `category_unknown`.
 */
export async function createExpert(tx: Tx, input: NewExpert): Promise<{ userId: string }> {
  if (input.languages.length === 0 || !input.languages.every(isLanguage)) {
    throw new InvalidValueError(
      'languages_invalid',
      'languages',
      'pattern',
      'languages must hold at least one ISO 639-1 code such as `en`, and no other value.',
    )
  }
  const capacity = input.capacity ?? 5
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > 1_000) {
    throw new InvalidValueError(
      'capacity_invalid',
      'capacity',
      'range',
      'capacity must be a whole number from 1 to 1000.',
    )
  }
  for (const [topic, level] of Object.entries(input.topicLevels ?? {})) {
    if (Number.isInteger(level) && level >= topicLevels.lowest && level <= topicLevels.highest) continue
    throw new InvalidValueError(
      'topic_levels_invalid',
      `topicLevels.${topic}`,
      'range',
      'A level must be a whole number from 1 to 5.',
    )
  }
  const categoryIds = input.categories ? await findCategoryIds(tx, input.companyId, input.categories) : []
  const { userId } = await insertUser(tx, { ...input, role: 'expert' })
  await tx.orm.insert(experts).values({
    userId,
    companyId: input.companyId,
    availability: input.availability ?? 'AVAILABLE',
    awaySince: (input.availability ?? 'AVAILABLE') === 'AVAILABLE' ? null : sql`statement_timestamp()`,
    capacity,
    languages: input.languages,
    topics: input.topics.map((topic, at) => nameOf(topic, `topics.${at}`)),
    workingHours: input.workingHours ?? null,
    isOfficial: input.isOfficial ?? false,
    isCertified: input.isCertified ?? false,
    isElite: input.isElite ?? false,
    topicLevels: input.topicLevels ?? {},
    categoryIds,
  })
  // Routes waiting questions at once instead of at the next poll.
  const waiting = await findBacklog(tx, input.companyId, 1)
  if (waiting.length > 0) {
    await enqueue(tx, input.companyId, [{ job: 'drain-backlog', payload: { companyId: input.companyId } }])
  }
  return { userId }
}
