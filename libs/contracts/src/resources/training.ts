import { type Static, Type } from 'typebox'
import { abstentions, fileStatuses, fileTypes, knowledgeSuspensions, modelVerdicts } from '../words.ts'
import { DateTime, Nullable, Uuid } from './basics.ts'

/** A refused row of a file. It repeats no value of the row. */
export const FileRefusal = Type.Object({
  line: Type.Integer({ description: 'The line on which the row begins. The first line is 1.' }),
  field: Nullable(Type.String({ description: 'The wrong column, or null if the whole row is wrong.' })),
  reason: Type.String({ description: 'A stable code.' }),
  message: Type.String({ description: 'The reason as a sentence that says what the row must look like.' }),
})
export type FileRefusal = Static<typeof FileRefusal>
/** A stored refusal. Its message is built when it is shown. */
export type StoredRefusal = Omit<FileRefusal, 'message'>

/** A warning about rows with little training value. */
export const FileNote = Type.Object({
  code: Type.Enum(['one_class', 'classes_too_small', 'rows_repeated', 'texts_of_several_classes'] as const),
  count: Type.Integer({ description: 'Of classes, rows or texts.' }),
  message: Type.String({ description: 'The same in words.' }),
})
export type FileNote = Static<typeof FileNote>

/** An uploaded file and its processing status. */
export const FileView = Type.Object({
  uuid: Uuid,
  type: Type.Enum(fileTypes),
  name: Type.String(),
  format: Nullable(Type.Enum(['CSV', 'TSV', 'JSONL'] as const)),
  sizeBytes: Type.Integer(),
  sha256: Type.String({ description: 'Of the bytes as they came, in hexadecimal.' }),
  status: Type.Enum(fileStatuses, {
    description:
      'QUEUED, READING, TRAINING, then READY; REFUSED: nothing of it was taken, see `fault`; FAILED: our fault, nothing of it counts.',
  }),
  progress: Type.Number({ description: '0 to 1, from the upload to READY.' }),
  rowsRead: Type.Integer({ description: 'Without the header and empty lines.' }),
  rowsAccepted: Type.Integer(),
  rowsRefused: Type.Integer(),
  refused: Type.Array(FileRefusal, { description: 'The first hundred refused rows.' }),
  reasons: Type.Record(Type.String(), Type.Integer(), { description: 'How many rows were refused for what.' }),
  notes: Type.Optional(
    Type.Array(FileNote, {
      description:
        'Of UTTERANCES that were read: what of them is not learned, or tells less than it seems. Not in lists of files.',
    }),
  ),
  fault: Nullable(
    Type.Object({
      code: Type.String({
        description:
          'A stable slug. Of what FAILED: `worker_lost` where three workers in a row were lost over it, `could_not_be_read` and `training_failed` where reading it, or training with it, failed three times; a dead letter then says why.',
      }),
      message: Type.String(),
      line: Nullable(Type.Integer()),
    }),
  ),
  heldOutAccuracy: Nullable(
    Type.Number({
      description:
        'Of the model that was trained with this file, on examples held out of training; null until then, and where there is too little to train on.',
    }),
  ),
  modelUuid: Nullable(Uuid),
  modelVerdict: Nullable(
    Type.Enum(modelVerdicts, {
      description:
        'What was decided of that model: after WORSE, PINNED or BY_HAND another one runs. The rows are learned again in every later training until the file is removed.',
    }),
  ),
  dateCreated: DateTime,
  dateFinished: Nullable(DateTime),
})
export type FileView = Static<typeof FileView>

const Share = (description: string) => Type.Number({ description })

/** The quality of a model on held-out examples. */
export const ModelReportView = Type.Object({
  classes: Type.Array(
    Type.Object({
      class: Type.String(),
      examples: Type.Integer({ description: 'Held-out examples of it.' }),
      precision: Share('Of those predicted to be it, how many were.'),
      recall: Share('Of those that were it, how many were predicted to be.'),
    }),
  ),
  confusions: Type.Array(Type.Object({ actual: Type.String(), predicted: Type.String(), count: Type.Integer() }), {
    description: 'Confused pairs, most frequent first, 50 at most.',
  }),
  rules: Type.Array(
    Type.Object({
      precision: Share('Asked for: of what is predicted, so much is to be right.'),
      leastConfidence: Nullable(
        Share('From which confidence on the held-out examples promise it; null where it abstains.'),
      ),
      coverage: Share('Of the held-out examples, how many are predicted then; 0 where it abstains.'),
      expectedPrecision: Type.Optional(
        Nullable(
          Share(
            'Precision above that confidence with the assumed share of out-of-scope questions; null if it abstains.',
          ),
        ),
      ),
      outOfScopeShare: Type.Optional(
        Share(
          'Assumed share of out-of-scope questions. 0 if fewer than three classes are known. A version without it was judged on questions of known classes only; the next training assumes 0.1 or what verdicts say.',
        ),
      ),
      abstains: Nullable(
        Type.Enum(abstentions, {
          description:
            'Why nothing is predicted at this precision: too few held-out examples to promise anything, or none so sure that so many are right.',
        }),
      ),
      message: Type.Optional(
        Nullable(Type.String({ description: 'The same in words, with the figures; a version of before has none.' })),
      ),
    }),
    { description: 'What a `precision` in the settings of a category comes to. Empty for a version of before.' },
  ),
  reliability: Type.Array(
    Type.Object({
      from: Share('Least confidence of the bin.'),
      to: Share('Confidence below which the bin ends; the last bin includes 1.'),
      cases: Type.Integer({ description: 'Held-out examples predicted with such a confidence.' }),
      confidence: Share('Their mean confidence; 0 without examples.'),
      right: Type.Integer({ description: 'Those that were predicted right.' }),
    }),
    {
      description:
        'Ten equal bins of confidence, lowest first. Confidence is reliable if `right` of `cases` is about `confidence`. Empty for a version of before.',
    },
  ),
})
export type ModelReportView = Static<typeof ModelReportView>

const modelFields = {
  uuid: Uuid,
  version: Type.Integer({ description: '1, 2, 3 … of the company.' }),
  isRunning: Type.Boolean({ description: 'Whether texts are read with it.' }),
  isPinned: Type.Boolean({ description: 'Whether it runs until it is unpinned, whatever is trained meanwhile.' }),
  isStale: Type.Boolean({
    description:
      'Something of what the company could learn from was erased since this version was trained: it may have learned it. Which texts a version learned is not kept, so every version there was then is stale, and is neither pinned nor gone back to.',
  }),
  examples: Type.Integer({
    description: 'It has learned from; those of a class that differ in case, punctuation or white space only are one.',
  }),
  classes: Type.Integer(),
  heldOut: Type.Integer({
    description: 'Examples it was judged on, each by a like model that had not learned from it.',
  }),
  accuracy: Share('On those, 0 to 1.'),
  calibrationError: Share('Expected calibration error on those, 0 to 1.'),
  verdict: Type.Enum(modelVerdicts, { description: 'What was decided when it was trained.' }),
  comparedWith: Nullable(
    Type.Object(
      {
        uuid: Uuid,
        cases: Type.Integer({ description: 'Examples that neither had learned from when it was judged on them.' }),
        accuracy: Share('Of this version on those.'),
        runningAccuracy: Share('Of the version that ran then.'),
      },
      {
        description:
          'The version that ran when this one was trained; null where none ran, or its bytes could not be read.',
      },
    ),
  ),
  sizeBytes: Type.Integer(),
  dateCreated: DateTime,
}

/** A version of a company's classifier. */
export const ModelView = Type.Object(modelFields)
export type ModelView = Static<typeof ModelView>

/** A version with its full report. */
export const ModelDetailView = Type.Object({ ...modelFields, report: ModelReportView })
export type ModelDetailView = Static<typeof ModelDetailView>

/** Two versions side by side, class by class. */
export const ModelComparisonView = Type.Object({
  model: ModelView,
  other: ModelView,
  classes: Type.Array(
    Type.Object({
      class: Type.String(),
      precision: Nullable(Share('Null where the version does not know the class.')),
      otherPrecision: Nullable(Share('Of the other version.')),
      recall: Nullable(Share('')),
      otherRecall: Nullable(Share('Of the other version.')),
    }),
    {
      description:
        'Those that differ most in recall first. Each version by the examples held out of its own training, which are not the same: how both did on the same is in `comparison` of the version that was compared.',
    },
  ),
  confusions: Type.Array(
    Type.Object({ actual: Type.String(), predicted: Type.String(), count: Type.Integer(), otherCount: Type.Integer() }),
  ),
})
export type ModelComparisonView = Static<typeof ModelComparisonView>

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
          "REJECTED: three users at least rejected it, and by its verdicts it is not right as often as the `precision` of the company's default category. It is given again when `PATCH /admin/knowledge/{uuid}` says `isSuspended: false`, or when later verdicts speak for it.",
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
