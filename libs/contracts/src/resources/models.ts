import { type Static, Type } from 'typebox'
import { abstentions, modelVerdicts } from '../words.ts'
import { DateTime, Nullable, Share, Uuid } from './basics.ts'
import { lackOfRule } from './rule-lack.ts'

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
      expectedPrecision: Nullable(
        Share('Precision above that confidence with the assumed share of out-of-scope questions; null if it abstains.'),
      ),
      outOfScopeShare: Type.Optional(
        Share(
          'Assumed share of out-of-scope questions. 0 if fewer than three classes are known. Omitted if it abstains.',
        ),
      ),
      abstains: Nullable(
        Type.Enum(abstentions, {
          description:
            'Why nothing is predicted at this precision: too few held-out examples to promise anything, or none so sure that so many are right.',
        }),
      ),
      ...lackOfRule,
      message: Nullable(Type.String({ description: 'The same in words, with the figures.' })),
    }),
    { description: 'What a `precision` in the settings of a category comes to.' },
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
        'Ten equal bins of confidence, lowest first. Confidence is reliable if `right` of `cases` is about `confidence`.',
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
