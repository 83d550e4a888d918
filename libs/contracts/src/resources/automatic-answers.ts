import { type Static, Type } from 'typebox'
import { abstentions, knowledgeSuspensions } from '../words.ts'
import { DateTime, Nullable, Share, Uuid } from './basics.ts'
import { lackOfRule } from './rule-lack.ts'

/** A group of similar questions without an automatic answer. */
export const UnansweredView = Type.Object({
  count: Type.Integer(),
  words: Type.Array(Type.String(), { description: 'What they share, as most of them write it, most telling first.' }),
  texts: Type.Array(Type.String(), {
    description: 'Ten of them at most, the most frequent first; those that read the same are one.',
  }),
  times: Type.Array(Type.Integer(), { description: 'How often each of `texts` was asked.' }),
})
export type UnansweredView = Static<typeof UnansweredView>

/** A known answer that more than half of its askers reject, or that is suspended for that. */
export const RejectedAnswerView = Type.Object({
  uuid: Uuid,
  question: Type.String(),
  answer: Type.String(),
  shown: Type.Integer({
    description: 'How many users judged it since it was last changed; who was not named counts each time.',
  }),
  rejected: Type.Integer({ description: 'How many of them rejected it, by their latest verdict.' }),
  suspended: Nullable(
    Type.Object(
      { reason: Type.Enum(knowledgeSuspensions), date: DateTime },
      {
        description:
          "REJECTED: three users at least rejected it, and by its verdicts it is not right as often as the `precision` of the company's default category. It is given again when `PUT /admin/knowledge/{uuid}` says `isSuspended: false`, or when later verdicts speak for it.",
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
  precision: Share('Asked for: of the answers that are given, so many are to be right.'),
  cases: Type.Integer({
    description:
      'Different judged questions in other words than the known ones, and further wordings of a known answer, each answered without it.',
  }),
  leastConfidence: Nullable(Share('From which confidence on the cases promise it; null where it abstains.')),
  coverage: Share(
    'Of the cases, how many are answered then; 0 where it abstains: nearly the known question is answered all the same.',
  ),
  expectedPrecision: Nullable(
    Share(
      'Precision of the cases above that confidence, with the assumed share of out-of-scope questions; null if it abstains.',
    ),
  ),
  outOfScopeShare: Share(
    'Assumed share of questions without a known answer. 0 if the cases cannot tell about such questions.',
  ),
  abstains: Nullable(Type.Enum(abstentions)),
  ...lackOfRule,
  message: Nullable(Type.String({ description: 'Why it abstains in words, with the figures.' })),
})
export type AnswerRuleView = Static<typeof AnswerRuleView>

/** A promise of precision at the settings of a category. */
const PromiseView = Type.Object({
  cases: Type.Integer({ description: 'Held-out cases behind the figures.' }),
  leastConfidence: Nullable(Share('Least confidence that achieves the precision; null if nothing is promised.')),
  coverage: Share('Share of questions that reach it; 0 if nothing is promised.'),
  expectedPrecision: Nullable(Share('Expected precision with the assumed share; null if nothing is promised.')),
  outOfScopeShare: Share('Assumed share of out-of-scope questions. 0 if the cases cannot tell about such questions.'),
  abstains: Nullable(Type.Enum(abstentions)),
  ...lackOfRule,
  message: Nullable(Type.String({ description: 'Why nothing is promised, with the figures.' })),
})
export type PromiseView = Static<typeof PromiseView>

const Observed = (judged: string, right: string) =>
  Type.Object({
    judged: Type.Integer({ description: judged }),
    right: Type.Integer({ description: right }),
    precision: Nullable(Share('`right` of `judged`; null if nothing was judged.')),
  })

/** Asked, expected and observed precision of one category. */
export const CategoryPrecisionView = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  precision: Share('Asked: the setting `precision` of the category, or its default.'),
  classes: Type.Object({
    expected: Nullable(PromiseView),
    observed: Observed(
      'Questions whose class routing predicted in the last 30 days and that a person gave a class since. People correct wrong classes more often than they confirm right ones, so this precision is a lower bound.',
      'Those to which the person gave the predicted class. `out_of_scope` counts as wrong.',
    ),
  }),
  answers: Type.Object({
    expected: Nullable(PromiseView),
    observed: Observed(
      'Automatic answers in questions of the category that their askers accepted or rejected in the last 30 days.',
      'Those that they accepted.',
    ),
  }),
})
export type CategoryPrecisionView = Static<typeof CategoryPrecisionView>

/** Results of `POST /automaticAnswers` in the last 30 days. */
export const AnswersLatelyView = Type.Object({
  asked: Type.Integer({ description: 'Texts that were asked.' }),
  answered: Type.Integer({ description: 'Of these, how many got an answer.' }),
  accepted: Type.Integer(),
  rejected: Type.Integer(),
  precision: Nullable(Share('Observed: the accepted ones among those accepted or rejected; null if there are none.')),
})
export type AnswersLatelyView = Static<typeof AnswersLatelyView>

/** Asked, expected and observed precision of a company. */
export const AnswerPrecisionView = Type.Object({
  rules: Type.Array(AnswerRuleView, { description: 'Of the default category, at usual precisions.' }),
  categories: Type.Array(CategoryPrecisionView, {
    description: 'The default category first, then by name; 1,000 at most.',
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
