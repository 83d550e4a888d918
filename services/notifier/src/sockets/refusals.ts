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
export function refuseHandshake(code: keyof typeof handshakeMessages): Error & { data: { code: HandshakeError } } {
  return Object.assign(new Error(handshakeMessages[code]), { data: { code } })
}

/** Returns the refusal of a token that failed verification. */
export function refuseToken(error: InvalidTokenError): Error & { data: { code: HandshakeError } } {
  return Object.assign(new Error(`${error.message}. Obtain a new token with POST /v1/oauth/token.`), {
    data: { code: error.code },
  })
}

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
