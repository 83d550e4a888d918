import { type HandshakeError, type SocketError, type SocketRefusal, socketNamespace } from '@askline/contracts'
import type { InvalidTokenError } from '@askline/runtime'

const obtainToken = 'Obtain one with POST /v1/oauth/token.'

const handshakeMessages = {
  token_missing: `Send an access token as \`auth.token\` of the handshake. ${obtainToken}`,
  token_invalid: `\`auth.token\` must be a string: the access token. ${obtainToken}`,
  path_not_found: `Connect to the namespace ${socketNamespace}, for example \`io('https://host${socketNamespace}')\`.`,
  dependency_down: 'A part of the service is unavailable. Connect again in a few seconds.',
  internal: 'The server failed. Connect again; if it happens again, tell the operator when it happened.',
} satisfies Partial<Record<HandshakeError, string>>

/** Returns the error by which socket.io refuses a handshake. The client reads the code from `data.code` of `connect_error`. */
export const refuseHandshake = (code: keyof typeof handshakeMessages) => refusalOf(code, handshakeMessages[code])

const refusalOf = (code: HandshakeError, message: string): Error & { data: { code: HandshakeError } } =>
  Object.assign(new Error(message), { data: { code } })

/** Returns the refusal of a page whose origin is not allowed. */
export const refuseOrigin = (origin: string | undefined) =>
  refusalOf(
    'origin_not_allowed',
    `Pages of the origin ${origin} may not connect. The operator of the service can add it to CORS_ORIGINS of the notifier.`,
  )

/** Returns the refusal of a socket beyond the limit `most` of its person, or of its integration's credential. */
export const refuseSeat = (isIntegration: boolean, most: number) =>
  refusalOf(
    'too_many_sockets',
    isIntegration
      ? `This credential has ${most} sockets open, which is the limit. Close one, or use one socket for many questions. The operator of the service sets SOCKETS_PER_CREDENTIAL.`
      : `This person has ${most} sockets open, which is the limit. Close a tab or a program. The operator of the service sets SOCKETS_PER_PERSON.`,
  )

/** Returns the refusal of a token that failed verification. */
export const refuseToken = ({ code, message }: InvalidTokenError) =>
  refusalOf(code, `${message}. Obtain a new token with POST /v1/oauth/token.`)

const messages = {
  question_not_found: 'No such question, or this token may not GET it. Check `questionUuid`.',
  insufficient_scope: 'Subscribing needs a token with the scope questions:read.',
  invalid_uuid: '`questionUuid` must be a UUID such as 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f.',
  rate_limited: 'This socket sent too many messages in one second. Send the request again a second later.',
  dependency_down: 'A part of the service is unavailable. Send the request again in a few seconds.',
  internal: 'The server failed. Send the request again; if it happens again, tell the operator when it happened.',
  disconnected: 'The socket closed before the request was answered. Connect and subscribe again.',
} satisfies Partial<Record<SocketError, string>>

/** Returns the acknowledgement of a request that is refused. */
export const refuse = (error: keyof typeof messages): SocketRefusal => ({ error, message: messages[error] })
