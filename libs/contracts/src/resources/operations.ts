import { type Static, Type } from 'typebox'
import { eventTypes, questionStages, questionStatuses, quickReplies } from '../words.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'

/** Views for admins who look after the service: all questions, their history, and the live picture. */

const Named = Type.Object({ uuid: Uuid, name: Type.String() })

/** A question in the admins' list: `GET /admin/questions`. */
export const ListedQuestionView = Type.Object({
  uuid: Uuid,
  subject: Type.String(),
  status: Type.Enum(questionStatuses),
  stage: Type.Enum(questionStages, {
    description:
      'WAITING: no expert is available now. OFFERED: offered to experts. CLAIMED: an expert works on it. ASKER: waits for the asker. AGENTS: agents have it.',
  }),
  category: Type.String(),
  class: Nullable(Type.String({ description: 'The predicted class, or the class that a person set.' })),
  language: Nullable(Type.String({ description: 'The ISO 639-1 code of the language, or null if unknown.' })),
  asker: Named,
  holder: Nullable(Type.Object(Named.properties, { description: 'The expert or agent who holds the question.' })),
  numResponses: Type.Integer(),
  automatic: Nullable(Type.Enum(quickReplies, { description: 'The outcome of its newest automatic answer.' })),
  dateCreated: DateTime,
  dateChanged: Type.String({ description: 'The time of the last change, in real time. The list is ordered by it.' }),
})
export type ListedQuestionView = Static<typeof ListedQuestionView>

/** A change of a question: `GET /admin/questions/{uuid}/events`. It holds no text. */
export const QuestionEventView = Type.Object({
  seq: Type.Integer({ description: 'The version of the question after the change.' }),
  type: Type.Enum(eventTypes),
  date: DateTime,
  actor: Type.Object({
    kind: Type.String({ description: 'user, expert, agent, admin, integration or system.' }),
    uuid: Nullable(Uuid),
    name: Nullable(
      Type.String({ description: 'The name, or null for the system and integrations.', examples: ['Bruno'] }),
    ),
  }),
  correlationId: Nullable(
    Type.String({
      description: 'The correlation id of the request that caused the change, or null if a deadline did.',
    }),
  ),
})
export type QuestionEventView = Static<typeof QuestionEventView>

const Count = (description: string) => Type.Integer({ description })

/** The current state of the company: `GET /admin/live`. */
export const LivePictureView = Type.Object({
  now: Type.String({ description: "The company's current time." }),
  stages: Type.Array(
    Type.Object({
      stage: Type.Enum(questionStages),
      count: Count('Number of open questions in this stage.'),
      oldest: Nullable(
        Type.Object({ uuid: Uuid, dateCreated: DateTime }, { description: 'The oldest question in this stage.' }),
      ),
    }),
    { description: 'All stages of open questions, including empty ones.' },
  ),
  lastHour: Type.Object({
    asked: Count('Number of questions asked.'),
    answered: Count('Number of questions that got their first answer from an expert or agent.'),
    rerouted: Count('Number of questions rerouted to agents.'),
    closed: Count('Number of questions closed.'),
  }),
  experts: Type.Object({
    available: Count('Active experts who are AVAILABLE.'),
    away: Count('Active experts who are AWAY.'),
    setAway: Count('Active experts that routing set to AWAY after missed offers.'),
    waitingForAway: Count('Questions that are offered to no expert although an AWAY expert could take them.'),
    offline: Count('Active experts who are OFFLINE.'),
    load: Count('Units of capacity that active experts use.'),
    capacity: Count('Units of capacity of available experts.'),
  }),
  model: Nullable(
    Type.Object(
      {
        uuid: Uuid,
        version: Type.Integer(),
        accuracy: Type.Number({ description: 'The accuracy on held-out examples, 0 to 1.' }),
        isPinned: Type.Boolean(),
        dateCreated: Type.String(),
      },
      { description: 'The running classifier.' },
    ),
  ),
  training: Nullable(
    Type.Object(
      { progress: Type.Number({ description: 'The progress, 0 to 1.' }), isRunning: Type.Boolean() },
      { description: 'The training that is running or due.' },
    ),
  ),
  filesInWork: Count('Number of files that are queued or being read.'),
  outbox: Type.Object({
    waiting: Count('Number of transactions whose jobs are not in the queues yet.'),
    oldestMs: Nullable(Type.Integer({ description: 'Age of the oldest of these transactions in ms.' })),
  }),
  deadLetters: Count('Number of open dead letters.'),
})
export type LivePictureView = Static<typeof LivePictureView>
