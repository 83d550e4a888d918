import type { FastifyRequest } from 'fastify'

/**
 * Returns whether a page of this service sent the request. It has our own `Origin` and the header `X-Askline-Desk`, which no other
 * site can send without permission.
 */
export const isFromOwnPage = ({ headers }: FastifyRequest, issuer: string): boolean =>
  headers.origin === issuer && headers['x-askline-desk'] !== undefined
