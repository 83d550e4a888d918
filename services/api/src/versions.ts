import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '@askline/db'
import type { Actor } from '@askline/domain/actors'
import {
  findVersionOfMessage,
  findVersionOfQuestion,
  lockRow,
  type VersionedTable,
} from '@askline/domain/views/versions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, sendUnlessShown } from './http/etags.ts'

/**
 * Reads the current version of what a PUT changes and locks it until the transaction ends. Throws NotFoundError if the actor
 * may not see it, so that a version is never revealed.
 */
export type VersionReader<A extends Actor> = ((tx: Tx, actor: A) => Promise<string>) & {
  /** Locks the row and returns its changeable members. Only of rows of administration. */
  members?: (tx: Tx, actor: A) => Promise<Record<string, unknown>>
}

/** Reads the version of a question, which grows by one with each change. */
export const versionOfQuestion =
  (questionId: string): VersionReader<Actor> =>
  (tx, actor) =>
    findVersionOfQuestion(tx, actor, questionId)

/** Reads the version of a message's question: messages have none of their own. */
export const versionOfMessage =
  (messageId: string): VersionReader<Actor> =>
  (tx, actor) =>
    findVersionOfMessage(tx, actor, messageId)

/** The members of each resource that its PUT may change. Its version is a fingerprint of these, and of nothing else. */
const changeable = {
  expert: [
    'name',
    'avatarUrl',
    'availability',
    'capacity',
    'languages',
    'topics',
    'topicLevels',
    'categories',
    'workingHours',
    'isOfficial',
    'isCertified',
    'isElite',
    'isActive',
  ],
  staffMember: ['name', 'email', 'role'],
  company: ['name', 'settings'],
  category: ['name', 'type', 'isDefault', 'settings'],
  knowledge: ['question', 'answer', 'class', 'language', 'suspended'],
  integration: ['name', 'redirectUris'],
  reply: ['title', 'shortcut', 'text'],
  draft: ['text', 'lastUpdated'],
  training: ['replace', 'tolerance', 'learnAnswers', 'bytesPerDay'],
  webhook: ['name', 'url', 'types', 'format', 'includeState'],
} as const
type Resource = keyof typeof changeable

const tables: Record<Exclude<Resource, 'draft'>, VersionedTable> = {
  expert: 'experts',
  staffMember: 'users',
  company: 'companies',
  category: 'categories',
  knowledge: 'knowledge',
  integration: 'integrations',
  reply: 'savedReplies',
  training: 'companies',
  webhook: 'webhookEndpoints',
}

/** Returns the view with its version, which If-Match may name in a PUT. */
export const withVersion = <View extends object>(resource: Resource, view: View): View & { version: string } => ({
  ...view,
  version: fingerprint(Object.values(membersOf(resource, view))),
})

const membersOf = (resource: Resource, view: object): Record<string, unknown> =>
  Object.fromEntries(changeable[resource].map((name) => [name, Reflect.get(view, name)]))

/** Reads the version of a row of administration: locks it, then views it as the answer will. */
export function versionOfRow<A extends Actor>(
  resource: keyof typeof tables,
  id: string,
  view: (tx: Tx, actor: A) => Promise<object>,
): VersionReader<A> {
  const members = async (tx: Tx, actor: A) => {
    await lockRow(tx, tables[resource], id)
    return membersOf(resource, await view(tx, actor))
  }
  const read = async (tx: Tx, actor: A) => fingerprint(Object.values(await members(tx, actor)))
  return Object.assign(read, { members })
}

/**
 * Returns the names of the members that `after` has changed, such as `name`, and of single settings, such as
 * `settings.widgetColor`.
 */
export function changedMembers(before: Record<string, unknown>, after: object): string[] {
  return Object.entries(before).flatMap(([name, value]) => {
    const present: unknown = Reflect.get(after, name)
    if (isDeepStrictEqual(value, present)) return []
    if (name !== 'settings') return [name]
    const [old, young] = [Object(value), Object(present)]
    const names = [...new Set([...Object.keys(old), ...Object.keys(young)])]
    return names.filter((one) => !isDeepStrictEqual(old[one], young[one])).map((one) => `${name}.${one}`)
  })
}

/** Sends a versioned view under an ETag of its version and all its members, or 304 if the client has it already. */
export function sendVersioned(request: FastifyRequest, reply: FastifyReply, view: { version: string }): object {
  return sendUnlessShown(request, reply, etagOf(view.version, fingerprint(view)), view)
}

const fingerprint = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
