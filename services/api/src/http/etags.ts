import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * An ETag is weak: `W/"<version>-<form>"`. The version changes with what a PUT may change; the form names the
 * representation, such as the kind of viewer. If-Match compares the version, If-None-Match the whole tag.
 */
export const etagOf = (version: string | number, form: string) => `W/"${version}-${form}"`

/**
 * Reads `If-Match` and returns a check of versions, or undefined without the header. Weak tags are accepted, as are tags of
 * another viewer and bare versions.
 */
export function readIfMatch(header: string | undefined): ((version: string) => boolean) | undefined {
  if (header === undefined) return undefined
  const versions = header.split(',').map((tag) => opaque(tag).split('-', 1)[0])
  return (version) => versions.includes('*') || versions.includes(version)
}

/** Returns whether `If-None-Match` names the ETag: weak comparison (RFC 9110 §8.8.3.2), and `*` is any. */
export const isShown = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === etag || ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))

const opaque = (tag: string) => tag.trim().replace(/^W\//, '').replaceAll('"', '')

/** Lets clients store an answer if they validate it before each use. */
export const revalidated = { 'cache-control': 'private, no-cache' }

/** Sends a view under its ETag, or 304 if the client has it already. */
export function sendUnlessShown(request: FastifyRequest, reply: FastifyReply, etag: string, view: object): object {
  reply.headers({ ...revalidated, etag })
  const shown = request.headers['if-none-match']
  return shown !== undefined && isShown(shown, etag) ? reply.code(304).send() : view
}
