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
      'WAITING: no expert can be asked just now. OFFERED: experts were asked. CLAIMED: an expert works on it. ASKER: the asker must act. AGENTS: agents have it.',
  }),
  category: Type.String(),
  class: Nullable(Type.String({ description: 'The class that was predicted, or that a person corrected it to.' })),
  language: Nullable(Type.String({ description: 'ISO 639-1; null if unknown.' })),
  asker: Named,
  holder: Nullable(Type.Object(Named.properties, { description: 'The expert or agent who has it.' })),
  numResponses: Type.Integer(),
  automatic: Nullable(Type.Enum(quickReplies, { description: 'What became of its newest automatic answer.' })),
  dateCreated: DateTime,
  dateChanged: Type.String({ description: 'When it last changed, in real time; the list is ordered by it.' }),
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
    name: Nullable(Type.String({ description: 'null for the system and integrations.' })),
  }),
  correlationId: Nullable(Type.String({ description: 'Of the request that caused it; null if a deadline did.' })),
})
export type QuestionEventView = Static<typeof QuestionEventView>

const Count = (description: string) => Type.Integer({ description })

/** The current state of the company: `GET /admin/live`. */
export const LivePictureView = Type.Object({
  now: Type.String({ description: "The company's time." }),
  stages: Type.Array(
    Type.Object({
      stage: Type.Enum(questionStages),
      count: Count('Open questions.'),
      oldest: Nullable(
        Type.Object({ uuid: Uuid, dateCreated: DateTime }, { description: 'The one that was asked first.' }),
      ),
    }),
    { description: 'Every stage of open questions, empty ones included.' },
  ),
  lastHour: Type.Object({
    asked: Count('Questions asked.'),
    answered: Count('Questions that got their first answer of an expert or agent.'),
    rerouted: Count('Questions that went to agents.'),
    closed: Count('Questions that ended.'),
  }),
  experts: Type.Object({
    available: Count('Active experts who are AVAILABLE.'),
    away: Count('Active experts who are AWAY.'),
    setAway: Count('Active experts whom routing set AWAY after missed offers.'),
    waitingForAway: Count('Questions that are offered to no expert while an expert who could take them is AWAY.'),
    offline: Count('Active experts who are OFFLINE.'),
    load: Count('Units of capacity in use, of active experts.'),
    capacity: Count('Units of capacity of available experts.'),
  }),
  model: Nullable(
    Type.Object(
      {
        uuid: Uuid,
        version: Type.Integer(),
        accuracy: Type.Number({ description: 'On examples that it had not learned from, 0 to 1.' }),
        isPinned: Type.Boolean(),
        dateCreated: Type.String(),
      },
      { description: 'The running classifier.' },
    ),
  ),
  training: Nullable(
    Type.Object(
      { progress: Type.Number({ description: '0 to 1.' }), isRunning: Type.Boolean() },
      { description: 'The training that runs or is due.' },
    ),
  ),
  filesInWork: Count('Uploaded files that are queued or being read.'),
  outbox: Type.Object({
    waiting: Count('Transactions whose jobs were not handed to the queues yet.'),
    oldestMs: Nullable(Type.Integer({ description: 'ms for which the oldest of them has waited.' })),
  }),
  deadLetters: Count('Open dead letters.'),
})
export type LivePictureView = Static<typeof LivePictureView>
