import {
  apiVersion,
  Composing,
  InboxChanged,
  QuestionChanged,
  QuestionNamed,
  SubscribeAnswer,
  SubscribeRequest,
  socketNamespace,
  UnsubscribeAnswer,
} from '@askline/contracts'
import type { TSchema } from 'typebox'
import type { Config } from '../config.ts'

type Message = { payload: TSchema; summary: string; answer?: TSchema }

/** What clients say. `answer` is socket.io's acknowledgement. */
const said: Record<string, Message> = {
  subscribe: {
    payload: SubscribeRequest,
    answer: SubscribeAnswer,
    summary: 'Hear of every change of a question that you may GET, from the version that is answered.',
  },
  unsubscribe: { payload: QuestionNamed, answer: UnsubscribeAnswer, summary: 'Hear no more of a question.' },
  composing: {
    payload: QuestionNamed,
    summary:
      "You are writing: the others who watch the question are told, and an expert's claim is renewed. Once in two seconds is enough.",
  },
}

/** What clients are told. */
const told: Record<string, Message> = {
  'question-changed': {
    payload: QuestionChanged,
    summary:
      'A question you subscribed to has a new version: GET /questions/{uuid}. The same version may come twice, none comes after a newer one.',
  },
  'inbox-changed': {
    payload: InboxChanged,
    summary: "For experts, agents and admins, without subscribing: GET the inbox, or the agents' queue.",
  },
  composing: { payload: Composing, summary: 'Somebody else is writing.' },
}

/** The AsyncAPI 3 document of the socket, from the schemas that the notifier checks by. */
export function describeSocket({ socketUrl }: Config) {
  const { host, protocol } = new URL(socketUrl)
  const names = (messages: Record<string, Message>, prefix: string) =>
    Object.keys(messages).map((event) => [event, `${prefix}-${event}`] as const)
  const messagesOf = (messages: Record<string, Message>, prefix: string) =>
    Object.entries(messages).flatMap(([event, { payload, summary, answer }]) => [
      [`${prefix}-${event}`, { name: event, summary, contentType: 'application/json', payload }],
      ...(answer
        ? [
            [
              `${prefix}-${event}-answer`,
              { name: event, summary: 'The acknowledgement.', contentType: 'application/json', payload: answer },
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
        'socket.io 4. What is told is thin on purpose: that something changed, never what; the client then does GET. ' +
        'After a reconnect subscribe again with `after`. A socket may watch 100 questions and say 10 things a second.',
    },
    defaultContentType: 'application/json',
    servers: {
      notifier: {
        host,
        pathname: '/socket.io/',
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        description: 'A WebSocket first (`transports: ["websocket"]`); long-polling where it must be.',
        security: [{ $ref: '#/components/securitySchemes/token' }],
      },
    },
    channels: {
      socket: {
        address: socketNamespace,
        title: "socket.io's namespace of this version",
        servers: [{ $ref: '#/servers/notifier' }],
        messages: Object.fromEntries(
          Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: Object.fromEntries([...operationsOf('receive', said, 'say'), ...operationsOf('send', told, 'hear')]),
    components: {
      messages,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            "The access token as `auth.token` of socket.io's handshake, never in the address. Refused with `unauthorized` or `unavailable`; the socket is closed when the token ends or is revoked.",
        },
      },
    },
  }
  return JSON.parse(JSON.stringify(document)) as typeof document
}
