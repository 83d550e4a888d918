import { type Static, Type } from 'typebox'
import { answerAbstentions, classAbstentions, discouragements, quickReplies } from '../words.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'
import { AuthorView, ExpertView } from './people.ts'

const PredictedClass = Nullable(Type.String({ description: 'The class, or null if no class is certain enough.' }))
const Confidence = Type.Number({ description: 'The estimated probability, 0 to 1, that the class is right.' })

/** The content of a known answer when it was given. */
export const AnswerContent = Type.Object({
  uuid: Uuid,
  body: Type.String(),
  bodyHtml: Type.String({ description: '`body` rendered as HTML without scripts.' }),
  author: AuthorView,
})
export type AnswerContent = Static<typeof AnswerContent>

/** Why a text gets no class. */
export const AbstentionView = Type.Object({
  code: Type.Enum(classAbstentions, {
    description:
      '`no_model`: no classes are known. `too_few_cases`: there are too few held-out examples to promise any precision. `precision_out_of_reach`: no confidence achieves the required precision. `not_sure_enough`: the confidence in the likeliest class is too low.',
  }),
  message: Type.String({ description: 'The reason as a sentence, with the figures.' }),
})
export type AbstentionView = Static<typeof AbstentionView>

/** The second most likely class. */
export const RunnerUpView = Type.Object(
  { predictedClass: Type.String(), confidence: Confidence },
  { description: 'The second most likely class. Null without a class.' },
)
export type RunnerUpView = Static<typeof RunnerUpView>

/** `GET /classifications`. */
export const ClassificationView = Type.Object({
  predictedClass: Nullable(
    Type.String({
      description:
        "The predicted class, or null if held-out examples do not promise the `precision` of the company's default category (0.9 by default). `abstains` then has the reason.",
    }),
  ),
  confidence: Confidence,
  abstains: Nullable(AbstentionView),
  runnerUp: Nullable(RunnerUpView),
  decidedBy: Type.Array(Type.String(), {
    description:
      'Up to five words of the text, in lower case, that favor the class over the runner-up, strongest first. Empty without a class.',
  }),
  content: Nullable(AnswerContent),
  date: DateTime,
  correlationId: Type.String({
    description: 'The id of this prediction. Send it with the question as `classification.correlationId`.',
  }),
  questionText: Type.String(),
})
export type ClassificationView = Static<typeof ClassificationView>

/** `POST /automaticAnswers`. */
export const AutomaticAnswerView = Type.Object({
  uuid: Uuid,
  predictedClass: Nullable(
    Type.String({
      description:
        'The class of the text, or null if no class is certain enough or the requested class is unknown. If the text is nearly identical to the known question of `content`, it is the class of `content`.',
    }),
  ),
  confidence: Type.Number({
    description:
      'The estimated probability, 0 to 1, that `content` is right, adjusted by verdicts on it. It is 0 without `content`. `precision` applies to all answers together, so single answers may be less certain. While there are too few cases, a text that is nearly identical to a known question is answered from a confidence of 0.8. That ends when three users rejected the answer and its verdicts contradict `precision`.',
  }),
  content: Nullable(AnswerContent),
  abstains: Nullable(
    Type.Object(
      {
        code: Type.Enum(answerAbstentions, {
          description:
            '`nothing_known`: the company has no known answers. `not_like_anything_known`: no known question is similar. `another_class`, `another_language`: the most similar known answer has another class or language. `too_few_cases`: there are too few judged cases to promise any precision, and the text is not nearly identical to a known question. `not_sure_enough`: no answer is certain enough. `rejected`: verdicts of users contradict the required precision. `withdrawn`: the answer was removed during the request.',
        }),
        message: Type.String({ description: 'The reason as a sentence.' }),
      },
      { description: 'The reason for a missing `content`, or null if there is one.' },
    ),
  ),
})
export type AutomaticAnswerView = Static<typeof AutomaticAnswerView>

/** An automatic answer that was given outside a conversation, in the form of a response. */
export const AutomaticAnswerResponseView = Type.Object({
  uuid: Uuid,
  type: Type.Enum(['AutoResponse']),
  dateCreated: DateTime,
  lastUpdated: DateTime,
  author: AuthorView,
  messages: Type.Array(AnswerContent),
  isAccepted: Type.Boolean(),
  rating: Nullable(Type.String()),
  isViewedByUser: Type.Boolean(),
  quickReply: Type.Enum(quickReplies),
})
export type AutomaticAnswerResponseView = Static<typeof AutomaticAnswerResponseView>

/** Why experts should not be asked. */
export const DiscouragementView = Type.Object(
  {
    code: Type.Enum(discouragements, {
      description:
        '`no_experts`: the company has no active expert. `no_speaker`: no expert speaks the language. `nobody_suits`: no expert meets the requirements of the category. `hardly_resolved`: the confidence is below `leastChance` of the category, or below 0.3 if it is unset.',
    }),
    message: Type.String({ description: 'The reason as a sentence, with the figures.' }),
  },
  { description: 'The reason against routing, or null if `shouldRoute` is true.' },
)
export type DiscouragementView = Static<typeof DiscouragementView>

/** `POST /predictiveRouting`. */
export const RoutingPredictionView = Type.Object({
  shouldRoute: Type.Boolean({
    description:
      'Whether experts are likely to resolve the question. Routing itself rejects a question only if its category sets `leastChance` and at least 200 settled questions support it.',
  }),
  reason: Nullable(DiscouragementView),
  confidence: Type.Number({
    description: 'The estimated probability that experts resolve it, 0 to 1. 0 if no expert can ever be asked.',
  }),
  cases: Type.Integer({
    description:
      'Number of recent settled questions behind the confidence. With 0 it is a guess, because no settled question is similar. With fewer than 60, `shouldRoute` is true if any expert could be asked. Learning starts with the first prediction and takes seconds.',
  }),
  predictedClass: PredictedClass,
  estimatedResponseTimeInMillis: Nullable(
    Type.Integer({
      description:
        'The median time that experts took to answer recently. Before the first answer it comes from similar questions of uploaded history. Null if too little is known, or if `shouldRoute` is false.',
    }),
  ),
  experts: Type.Array(
    Type.Object({
      expert: ExpertView,
      score: Type.Number({ description: 'A score for comparison within one prediction. Higher is better.' }),
      reasons: Type.Array(Type.String(), { description: 'Reasons as phrases, strongest first.' }),
    }),
    {
      description:
        'Experts who could be asked now, best first. If there are none, experts who could be asked later; `reasons` then explains why not now.',
    },
  ),
  modelVersion: Type.String({
    description: 'The version of the routing rules, and the amount of data behind the prediction.',
  }),
})
export type RoutingPredictionView = Static<typeof RoutingPredictionView>

/** The request of the API to the worker, in a row of text_requests. */
export const TextQuery = Type.Object({
  text: Type.String(),
  language: Type.Optional(Type.String()),
  questionCategory: Type.Optional(Type.String()),
  predictedClass: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer()),
})
export type TextQuery = Static<typeof TextQuery>

/** The worker's answer to `read`. `knowledgeId` names the known answer if one is certain enough. */
export const TextFinding = Type.Object({
  predictedClass: Nullable(Type.String()),
  classConfidence: Type.Number(),
  knowledgeId: Nullable(Type.String()),
  /** Confidence in the likeliest answer, whether or not it is given. */
  answerConfidence: Type.Number(),
  /** Why there is no `knowledgeId`. */
  abstains: Type.Optional(Nullable(Type.Enum(answerAbstentions))),
  /** The reason as a sentence, for reasons that need details. */
  because: Type.Optional(Type.String()),
  /** Why there is no class; null if there is one or the request named one. */
  classAbstains: Type.Optional(Nullable(AbstentionView)),
  runnerUp: Type.Optional(Nullable(RunnerUpView)),
  decidedBy: Type.Optional(Type.Array(Type.String())),
  /** Version of the classifier: `knowledge` until a model is trained, `none` without a classifier. */
  modelVersion: Type.Optional(Type.String()),
})
export type TextFinding = Static<typeof TextFinding>

/** The worker's answer to `predict`. */
export const RoutingFinding = Type.Object({
  shouldRoute: Type.Boolean(),
  reason: Type.Optional(Nullable(DiscouragementView)),
  confidence: Type.Number(),
  cases: Type.Integer(),
  predictedClass: Nullable(Type.String()),
  estimatedResponseMs: Nullable(Type.Number()),
  experts: Type.Array(
    Type.Object({ expertId: Type.String(), score: Type.Number(), reasons: Type.Array(Type.String()) }),
  ),
  modelVersion: Type.String(),
})
export type RoutingFinding = Static<typeof RoutingFinding>
