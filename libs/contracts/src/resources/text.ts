import { type Static, Type } from 'typebox'
import { answerAbstentions, classAbstentions, discouragements, quickReplies } from '../words.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'
import { AuthorView, ExpertView } from './people.ts'

const PredictedClass = Nullable(Type.String({ description: 'Null where no class is certain enough.' }))
const Confidence = Type.Number({ description: 'The estimated probability of being right, 0 to 1.' })

/** The content of a known answer when it was given. */
export const AnswerContent = Type.Object({
  uuid: Uuid,
  body: Type.String(),
  bodyHtml: Type.String({ description: 'HTML rendering of `body`; holds no script.' }),
  author: AuthorView,
})
export type AnswerContent = Static<typeof AnswerContent>

/** Why a text gets no class. */
export const AbstentionView = Type.Object({
  code: Type.Enum(classAbstentions, {
    description:
      'no_model: no classes are known; too_few_cases: too few held-out examples to promise any precision; precision_out_of_reach: they promise less than the company asks for; not_sure_enough: it could be, but of this text too little is certain.',
  }),
  message: Type.String({ description: 'The same in words, with the figures.' }),
})
export type AbstentionView = Static<typeof AbstentionView>

/** The second most likely class. */
export const RunnerUpView = Type.Object(
  { predictedClass: Type.String(), confidence: Confidence },
  { description: 'The next likeliest class; null where no class is given.' },
)
export type RunnerUpView = Static<typeof RunnerUpView>

/** `GET /classifications`. */
export const ClassificationView = Type.Object({
  predictedClass: Nullable(
    Type.String({
      description:
        "Null where held-out examples do not promise that it is right as often as the `precision` in the settings of the company's default category says, .9 unless set; `abstains` then says why.",
    }),
  ),
  confidence: Confidence,
  abstains: Nullable(AbstentionView),
  runnerUp: Nullable(RunnerUpView),
  decidedBy: Type.Array(Type.String(), {
    description:
      'Words of the text, in lower case, that spoke most for the class against the runner-up, strongest first, five at most; none where no class is given.',
  }),
  content: Nullable(AnswerContent),
  date: DateTime,
  correlationId: Type.String({ description: 'May be sent with the question as `classification.correlationId`.' }),
  questionText: Type.String(),
})
export type ClassificationView = Static<typeof ClassificationView>

/** `POST /automaticAnswers`. */
export const AutomaticAnswerView = Type.Object({
  uuid: Uuid,
  predictedClass: Nullable(
    Type.String({
      description:
        'That of `content`, where nearly its known question is asked and another class was found. Null where no class is certain enough, or the one that was named is none of the company.',
    }),
  ),
  confidence: Type.Number({
    description:
      'The estimated probability, 0 to 1, that `content` answers the question, moved by the verdicts on it; 0 where there is none. `precision` is promised of all answers together: one of them may be less certain. While too few cases promise anything it is a guess, and nearly the known question is answered from .8 on, until three users reject the answer and its verdicts contradict `precision`.',
  }),
  content: Nullable(AnswerContent),
  abstains: Nullable(
    Type.Object(
      {
        code: Type.Enum(answerAbstentions, {
          description:
            'nothing_known: there are no known answers to give; not_like_anything_known: none is like the text; another_class, another_language: the one that is most like it is for other questions; too_few_cases: too few judged cases to promise any precision, and the text is not nearly the known question; not_sure_enough: none is certain enough; rejected: the verdicts of users contradict the precision asked for; withdrawn: it was taken away just now.',
        }),
        message: Type.String({ description: 'The same in plain words.' }),
      },
      { description: 'Why there is no `content`; null where there is.' },
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
        'no_experts: the company has none who is active; no_speaker: none speaks the language; nobody_suits: none meets what the category requires; hardly_resolved: the confidence is below the `leastChance` of the category, .3 unless set.',
    }),
    message: Type.String({ description: 'The same in plain words, with the figures.' }),
  },
  { description: 'Why not; null where `shouldRoute` is true.' },
)
export type DiscouragementView = Static<typeof DiscouragementView>

/** `POST /predictiveRouting`. */
export const RoutingPredictionView = Type.Object({
  shouldRoute: Type.Boolean({
    description:
      'Whether experts can be expected to resolve it. Routing itself keeps it from them only where its category sets `leastChance` and 200 settled questions prove it.',
  }),
  reason: Nullable(DiscouragementView),
  confidence: Type.Number({
    description: 'The estimated probability, 0 to 1, that experts resolve it; 0 where none can ever be asked.',
  }),
  cases: Type.Integer({
    description:
      'Settled questions that the confidence rests on, lately; 0: it is a guess, as for a text that is like none of them. Below 60 the advice is to try wherever somebody could. Learning begins with the first prediction and takes seconds.',
  }),
  predictedClass: PredictedClass,
  estimatedResponseTimeInMillis: Nullable(
    Type.Integer({
      description:
        'From how long experts took lately, or where none was asked here yet how long similar questions of uploaded history took, half of the time; null where nothing is known, or `shouldRoute` is false.',
    }),
  ),
  experts: Type.Array(
    Type.Object({
      expert: ExpertView,
      score: Type.Number({ description: 'Comparable within one prediction; higher is better.' }),
      reasons: Type.Array(Type.String(), { description: 'In plain words, the strongest first.' }),
    }),
    {
      description:
        'Best first: those who could be asked now or, where nobody could, those who could later; the reasons then say what keeps them.',
    },
  ),
  modelVersion: Type.String({ description: 'The rules it was predicted by, and how much they had to go by.' }),
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
