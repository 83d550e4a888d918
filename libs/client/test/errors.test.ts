import { expect, test } from 'vitest'
import {
  AsklineError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  openClient,
  RateLimitedError,
  StaleError,
  UnauthorizedError,
  UnavailableError,
} from '../src/index.ts'
import { openStandIn, refused } from './stand-in.ts'

test.each([
  [400, InvalidError],
  [401, UnauthorizedError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [405, AsklineError],
  [412, StaleError],
  [413, InvalidError],
  [415, InvalidError],
  [429, RateLimitedError],
  [500, AsklineError],
  [503, UnavailableError],
] as const)('%i is told by its class, with code and correlation id', async (status, kind) => {
  const { url } = await openStandIn(() => refused(status, 'some_code'))
  const asked = openClient({ url, credentials: { token: 't' }, retries: 0 }).questions.get('q-1')

  const error = await asked.catch((reason) => reason)
  expect(error).toBeInstanceOf(kind)
  expect(error).toBeInstanceOf(AsklineError)
  expect(error).toMatchObject({
    name: kind.name,
    status,
    code: 'some_code',
    correlationId: 'c-1',
    message: 'No: some_code.',
  })
})

test('an answer without an envelope, such as from a proxy, is an AsklineError too', async () => {
  const { url } = await openStandIn(() => ({
    status: 502,
    body: 'Bad gateway',
    headers: { 'x-correlation-id': 'c-2' },
  }))
  const asked = openClient({ url, credentials: { token: 't' }, retries: 0 }).questions.get('q-1')

  const error = await asked.catch((reason) => reason)
  expect(error).toBeInstanceOf(UnavailableError)
  expect(error).toMatchObject({ code: 'http_502', correlationId: 'c-2' })
})
