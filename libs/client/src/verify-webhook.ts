/** A change that Askline reports. Fetch the question to learn more: the body has ids and no texts. */
export type Webhook = {
  /** Repeated deliveries of a change have the same id. */
  id: string
  /** Such as `QUESTION_RESOLVED`. */
  type: string
  /** When the change was made, in ISO 8601. */
  timestamp: string
  data: Record<string, unknown>
}

export type WebhookFault =
  | 'header_missing'
  | 'timestamp_invalid'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_mismatch'
  | 'body_invalid'

/** A request that Askline did not send, or sent too long ago. Answer it with 400. */
export class WebhookError extends Error {
  override name = 'WebhookError'
  readonly code: WebhookFault

  constructor(code: WebhookFault, message: string) {
    super(message)
    this.code = code
  }
}

export type ReceivedWebhook = {
  /** The body as it arrived. A body that was parsed and written again has other bytes. */
  body: string | Uint8Array
  /** Of a Fetch API request, or of Node's `request.headers`. */
  headers: Headers | Record<string, string | readonly string[] | undefined>
  /** The endpoint's secret: `whsec_` and base64. */
  secret: string
}

const toleranceS = 5 * 60

/**
 * Verifies the Standard Webhooks signature of a request, and returns its content. One of several signatures must match,
 * because Askline signs with two secrets while one replaces the other. Uses Web Crypto only.
 * Throws a WebhookError if the request is not genuine or older than five minutes, and a TypeError for a wrong `secret` or `body`.
 */
export async function verifyWebhook({ body, headers, secret }: ReceivedWebhook): Promise<Webhook> {
  const key = await readSecret(secret)
  const bytes = bytesOf(body)
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  assertRecent(timestamp)
  const start = new TextEncoder().encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(start.length + bytes.length)
  signed.set(start)
  signed.set(bytes, start.length)
  const expected = `v1,${base64Of(await crypto.subtle.sign('HMAC', key, signed))}`
  if (!signatures.split(' ').some((signature) => isEqual(signature, expected))) {
    throw new WebhookError('signature_mismatch', 'No signature in `webhook-signature` matches the body and the secret.')
  }
  return { id, ...readContent(bytes) }
}

async function readSecret(secret: string) {
  const [, encoded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  if (encoded === undefined || encoded.length % 4 !== 0) {
    throw new TypeError('`secret` must be the secret of the webhook: `whsec_` and base64.')
  }
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  throw new TypeError('`body` must be the raw body of the request, as a string or bytes, before it is parsed.')
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const value = typeof found === 'object' && found !== null ? found.join(' ') : found
  if (!value) throw new WebhookError('header_missing', `The header \`${name}\` is missing.`)
  return value
}

function assertRecent(timestamp: string): void {
  if (!/^\d{1,15}$/.test(timestamp)) {
    throw new WebhookError('timestamp_invalid', '`webhook-timestamp` must be a time in seconds since 1970.')
  }
  const age = Math.floor(Date.now() / 1_000) - Number(timestamp)
  if (age > toleranceS) {
    throw new WebhookError('timestamp_too_old', `\`webhook-timestamp\` is more than ${toleranceS} s ago.`)
  }
  if (age < -toleranceS) {
    throw new WebhookError('timestamp_too_new', `\`webhook-timestamp\` is more than ${toleranceS} s ahead.`)
  }
}

function base64Of(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

/** Compares two texts in a time that does not depend on where they differ. */
function isEqual(given: string, expected: string): boolean {
  let differing = given.length ^ expected.length
  for (let place = 0; place < expected.length; place += 1) {
    differing |= given.charCodeAt(place) ^ expected.charCodeAt(place)
  }
  return differing === 0
}

function readContent(bytes: Uint8Array): Omit<Webhook, 'id'> {
  try {
    const { type, timestamp, data } = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof type === 'string' && typeof timestamp === 'string' && typeof data === 'object' && data !== null) {
      return { type, timestamp, data }
    }
  } catch {
    // Reported below, because the body is no JSON or null.
  }
  throw new WebhookError('body_invalid', 'The body must be JSON with `type`, `timestamp` and `data`.')
}
