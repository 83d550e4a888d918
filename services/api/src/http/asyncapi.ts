import {
  apiVersion,
  Composing,
  handshakeErrors,
  InboxChanged,
  QuestionChanged,
  QuestionNamed,
  SubscribeAnswer,
  SubscribeRequest,
  socketNamespace,
  UnsubscribeAnswer,
} from '@askline/contracts'
import type { TSchema } from 'typebox'
import type { Config } from '../api-config.ts'
import { capital, openComponents } from './components.ts'
import { plain } from './response-schema.ts'

type Message = { payload: TSchema; summary: string; answer?: TSchema }

/** Messages from the client. `answer` is socket.io's acknowledgement. */
const said: Record<string, Message> = {
  subscribe: {
    payload: SubscribeRequest,
    answer: SubscribeAnswer,
    summary: 'Subscribes to changes of a question that you may read, starting after the acknowledged version.',
  },
  unsubscribe: { payload: QuestionNamed, answer: UnsubscribeAnswer, summary: 'Ends the subscription to a question.' },
  composing: {
    payload: QuestionNamed,
    summary:
      "Notifies the other subscribers that you are writing, and renews an expert's claim. At most one message every two seconds is forwarded.",
  },
}

/** Messages from the server. */
const told: Record<string, Message> = {
  'question-changed': {
    payload: QuestionChanged,
    summary:
      'A question has a new version. Request `GET /questions/{uuid}` to read it. A version may arrive twice, but an older one never arrives after a newer one.',
  },
  'inbox-changed': {
    payload: InboxChanged,
    summary:
      "An inbox changed. Experts, agents and admins receive this without a subscription, and request the inbox or the agents' queue.",
  },
  composing: { payload: Composing, summary: 'Another person is writing.' },
}

/** Builds the AsyncAPI 3 document of the socket from the schemas that the notifier validates with. Its components have the names that they have in the OpenAPI document. */
export function describeSocket({ socketUrl }: Config) {
  const components = openComponents()
  const schemaOf = (payload: TSchema, name: string) => components.place(plain(payload), name)
  const { host, protocol } = new URL(socketUrl)
  const names = (messages: Record<string, Message>, prefix: string) =>
    Object.keys(messages).map((event) => [event, `${prefix}-${event}`] as const)
  const messagesOf = (messages: Record<string, Message>, prefix: string) =>
    Object.entries(messages).flatMap(([event, { payload, summary, answer }]) => [
      [
        `${prefix}-${event}`,
        { name: event, summary, contentType: 'application/json', payload: schemaOf(payload, event) },
      ],
      ...(answer
        ? [
            [
              `${prefix}-${event}-answer`,
              {
                name: event,
                summary: 'The acknowledgement.',
                contentType: 'application/json',
                payload: schemaOf(answer, `${capital(event)}Answer`),
              },
            ],
          ]
        : []),
    ])
  const messages: Record<string, object> = Object.fromEntries([...messagesOf(said, 'say'), ...messagesOf(told, 'hear')])
  const channel = { $ref: '#/channels/socket' }
  const inChannel = (name: string) => ({ $ref: `#/channels/socket/messages/${name}` })
  const operationsOf = (action: 'send' | 'receive', of: Record<string, Message>, prefix: string) =>
    names(of, prefix).map(([event, name]) => [
      name,
      {
        action,
        channel,
        summary: of[event]?.summary,
        messages: [inChannel(name)],
        ...(of[event]?.answer ? { reply: { channel, messages: [inChannel(`${name}-answer`)] } } : {}),
      },
    ])
  const document = {
    asyncapi: '3.0.0',
    info: {
      title: 'Askline Messaging API: the socket',
      version: apiVersion,
      description:
        'socket.io 4. Notifications have no content. After one, request the changed resource. ' +
        'After a reconnect, subscribe again with `after`. A socket may subscribe to 100 questions, or 1,000 if it receives ' +
        '`inbox-changed`, and send 10 messages a second. ' +
        '`correlationId` is present in every notification, and null if no request caused the change.',
    },
    defaultContentType: 'application/json',
    servers: {
      notifier: {
        host,
        pathname: '/socket.io/',
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        description: 'Use WebSocket (`transports: ["websocket"]`). Long-polling works if WebSocket is not available.',
        security: [{ $ref: '#/components/securitySchemes/token' }],
      },
    },
    channels: {
      socket: {
        address: socketNamespace,
        title: 'The socket.io namespace of this API version',
        servers: [{ $ref: '#/servers/notifier' }],
        messages: Object.fromEntries(
          Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: Object.fromEntries([...operationsOf('receive', said, 'say'), ...operationsOf('send', told, 'hear')]),
    components: {
      messages,
      schemas: components.list(),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            "Send the access token as `auth.token` of socket.io's handshake, never in the URL. A refused handshake is socket.io's " +
            `\`connect_error\`, with one of the codes ${handshakeErrors.join(', ')} in \`data.code\` and a message for people. ` +
            'A person may have 20 sockets at a notifier, and a credential of an integration 1,000. The socket is closed when the token expires or is revoked.',
        },
      },
    },
  }
  return JSON.parse(JSON.stringify(document)) as typeof document
}
