import { type Static, Type } from 'typebox'
import { abstentions, knowledgeSuspensions } from '../words.ts'
import { DateTime, Nullable, Share, Uuid } from './basics.ts'
import { lackOfRule } from './rule-lack.ts'

/** A group of similar questions without an automatic answer. */
export const UnansweredView = Type.Object({
  count: Type.Integer(),
  words: Type.Array(Type.String(), {
    description: 'Words that the questions share, most distinctive first, in their most frequent spelling.',
  }),
  texts: Type.Array(Type.String(), {
    description: 'Up to ten different questions, most frequent first.',
  }),
  times: Type.Array(Type.Integer(), { description: 'Number of times that each question of `texts` was asked.' }),
})
export type UnansweredView = Static<typeof UnansweredView>

/** A known answer that more than half of its askers reject, or that is suspended for that. */
export const RejectedAnswerView = Type.Object({
  uuid: Uuid,
  question: Type.String(),
  answer: Type.String(),
  shown: Type.Integer({
    description: 'Number of users who judged it since its last change. Each anonymous verdict counts as one user.',
  }),
  rejected: Type.Integer({ description: 'Number of users whose latest verdict rejects it.' }),
  suspended: Nullable(
    Type.Object(
      { reason: Type.Enum(knowledgeSuspensions), date: DateTime },
      {
        description:
          "The suspension. REJECTED: at least three users rejected it, and its verdicts contradict the `precision` of the company's default category. It is used again after `PUT /admin/knowledge/{uuid}` with `isSuspended: false`, or when later verdicts support it.",
      },
    ),
  ),
})
export type RejectedAnswerView = Static<typeof RejectedAnswerView>

/** A known answer that was neither changed nor accepted for a long time. */
export const StaleAnswerView = Type.Object({
  uuid: Uuid,
  question: Type.String(),
  answer: Type.String(),
  lastUpdated: DateTime,
  lastAccepted: Nullable(DateTime),
})
export type StaleAnswerView = Static<typeof StaleAnswerView>

/** The effect of a requested precision on automatic answers. */
export const AnswerRuleView = Type.Object({
  precision: Share('The required precision of the answers that are given.'),
  cases: Type.Integer({
    description:
      'Number of test cases: judged questions that differ from the known question, and other wordings of a known answer. Each is answered without itself.',
  }),
  leastConfidence: Nullable(Share('The lowest confidence that achieves the precision, or null if no answer is given.')),
  coverage: Share(
    'The share of cases that reach this confidence, or 0 if no answer is given. A question that is nearly identical to a known one is answered in any case.',
  ),
  expectedPrecision: Nullable(
    Share(
      'The precision above this confidence, with the assumed share of out-of-scope questions. Null if no answer is given.',
    ),
  ),
  outOfScopeShare: Share(
    'The assumed share of questions without a known answer, or 0 if the cases contain no such questions.',
  ),
  abstains: Nullable(Type.Enum(abstentions)),
  ...lackOfRule,
  message: Nullable(Type.String({ description: 'The reason for abstaining as a sentence, with the figures.' })),
})
export type AnswerRuleView = Static<typeof AnswerRuleView>

/** A promise of precision at the settings of a category. */
const PromiseView = Type.Object({
  cases: Type.Integer({ description: 'Number of held-out cases behind the figures.' }),
  leastConfidence: Nullable(
    Share('The lowest confidence that achieves the precision, or null if no precision is promised.'),
  ),
  coverage: Share('The share of questions that reach this confidence, or 0 if no precision is promised.'),
  expectedPrecision: Nullable(
    Share(
      'The expected precision, with the assumed share of out-of-scope questions. Null if no precision is promised.',
    ),
  ),
  outOfScopeShare: Share('The assumed share of out-of-scope questions, or 0 if the cases contain no such questions.'),
  abstains: Nullable(Type.Enum(abstentions)),
  ...lackOfRule,
  message: Nullable(Type.String({ description: 'The reason that no precision is promised, with the figures.' })),
})
export type PromiseView = Static<typeof PromiseView>

const Observed = (judged: string, right: string) =>
  Type.Object({
    judged: Type.Integer({ description: judged }),
    right: Type.Integer({ description: right }),
    precision: Nullable(Share('`right` divided by `judged`, or null if nothing was judged.')),
  })

/** Asked, expected and observed precision of one category. */
export const CategoryPrecisionView = Type.Object({
  uuid: Uuid,
  name: Type.String({ examples: ['Loans'] }),
  precision: Share('The required precision: the setting `precision` of the category, or its default.'),
  classes: Type.Object({
    expected: Nullable(PromiseView),
    observed: Observed(
      'Number of questions with a predicted class in the last 30 days that a person gave a class afterwards. People correct wrong classes more often than they confirm right ones, so `precision` is a lower bound.',
      'Number of questions whose predicted class the person confirmed. `out_of_scope` counts as wrong.',
    ),
  }),
  answers: Type.Object({
    expected: Nullable(PromiseView),
    observed: Observed(
      'Number of automatic answers in the category that askers accepted or rejected in the last 30 days.',
      'Number of automatic answers that askers accepted.',
    ),
  }),
})
export type CategoryPrecisionView = Static<typeof CategoryPrecisionView>

/** Results of `POST /automaticAnswers` in the last 30 days. */
export const AnswersLatelyView = Type.Object({
  asked: Type.Integer({ description: 'Number of requested texts.' }),
  answered: Type.Integer({ description: 'Number of texts that got an answer.' }),
  accepted: Type.Integer(),
  rejected: Type.Integer(),
  precision: Nullable(
    Share('The share of accepted answers among those that were accepted or rejected, or null if there are none.'),
  ),
})
export type AnswersLatelyView = Static<typeof AnswersLatelyView>

/** Asked, expected and observed precision of a company. */
export const AnswerPrecisionView = Type.Object({
  rules: Type.Array(AnswerRuleView, { description: 'Results for the default category at common precisions.' }),
  categories: Type.Array(CategoryPrecisionView, {
    description: 'The default category first, then the others by name. At most 1,000.',
  }),
  lately: AnswersLatelyView,
})

/** The worker's answer to `rules`. */
export const AnswerRulesFinding = Type.Object({
  rules: Type.Array(AnswerRuleView),
  categories: Type.Optional(
    Type.Array(Type.Object({ categoryId: Uuid, classes: Nullable(PromiseView), answers: Nullable(PromiseView) })),
  ),
})
export type AnswerRulesFinding = Static<typeof AnswerRulesFinding>

/** The worker's answer to `conflicts`: ids of known answers, by group. */
export const ConflictFinding = Type.Object({ groups: Type.Array(Type.Array(Uuid)) })
export type ConflictFinding = Static<typeof ConflictFinding>

/** The worker's answer to `cluster`. */
export const ClusterFinding = Type.Object({ clusters: Type.Array(UnansweredView) })
export type ClusterFinding = Static<typeof ClusterFinding>
