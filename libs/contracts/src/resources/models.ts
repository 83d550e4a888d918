import { type Static, Type } from 'typebox'
import { abstentions, modelVerdicts } from '../words.ts'
import { DateTime, Nullable, Share, Uuid } from './basics.ts'
import { lackOfRule } from './rule-lack.ts'

/** The quality of a model on held-out examples. */
export const ModelReportView = Type.Object({
  classes: Type.Array(
    Type.Object({
      class: Type.String(),
      examples: Type.Integer({ description: 'Number of held-out examples of the class.' }),
      precision: Share('The share of right predictions among predictions of this class.'),
      recall: Share('The share of examples of this class that were predicted as this class.'),
    }),
  ),
  confusions: Type.Array(Type.Object({ actual: Type.String(), predicted: Type.String(), count: Type.Integer() }), {
    description: 'Confused pairs of classes, most frequent first. At most 50.',
  }),
  rules: Type.Array(
    Type.Object({
      precision: Share('The required precision of predicted classes.'),
      leastConfidence: Nullable(
        Share(
          'The lowest confidence that achieves the precision on held-out examples, or null if no class is predicted.',
        ),
      ),
      coverage: Share('The share of held-out examples that reach this confidence, or 0 if no class is predicted.'),
      expectedPrecision: Nullable(
        Share(
          'The precision above this confidence, with the assumed share of out-of-scope questions. Null if no class is predicted.',
        ),
      ),
      outOfScopeShare: Type.Optional(
        Share(
          'The assumed share of out-of-scope questions, or 0 if fewer than three classes are known. Omitted if no class is predicted.',
        ),
      ),
      abstains: Nullable(
        Type.Enum(abstentions, {
          description:
            'The reason that no class is predicted at this precision: there are too few held-out examples, or no confidence achieves the precision.',
        }),
      ),
      ...lackOfRule,
      message: Nullable(Type.String({ description: 'The reason as a sentence, with the figures.' })),
    }),
    { description: 'The effect of a required `precision` on predicted classes.' },
  ),
  reliability: Type.Array(
    Type.Object({
      from: Share('The lowest confidence of the bin.'),
      to: Share('The upper end of the bin. Only the last bin includes it.'),
      cases: Type.Integer({ description: 'Number of held-out examples predicted with a confidence in the bin.' }),
      confidence: Share('The mean confidence of these examples, or 0 without examples.'),
      right: Type.Integer({ description: 'Number of right predictions.' }),
    }),
    {
      description:
        'Ten equal bins of confidence, lowest first. Confidence is well calibrated if `right` divided by `cases` is close to `confidence`.',
    },
  ),
})
export type ModelReportView = Static<typeof ModelReportView>

const modelFields = {
  uuid: Uuid,
  version: Type.Integer({ description: 'The version number, counted per company from 1.' }),
  isRunning: Type.Boolean({ description: 'Whether this version classifies texts.' }),
  isPinned: Type.Boolean({
    description: 'Whether the version is pinned. A pinned version keeps running until it is unpinned.',
  }),
  isStale: Type.Boolean({
    description:
      'Whether training data that existed when the version was trained was erased since. The version may have learned from it. A stale version can be neither pinned nor restored.',
  }),
  examples: Type.Integer({
    description:
      'Number of training examples. Examples of a class that differ only in case, punctuation or white space count once.',
  }),
  classes: Type.Integer(),
  heldOut: Type.Integer({
    description: 'Number of examples that it was measured on, by cross-validation.',
  }),
  accuracy: Share('The accuracy on these examples, 0 to 1.'),
  calibrationError: Share('The expected calibration error on these examples, 0 to 1.'),
  verdict: Type.Enum(modelVerdicts, { description: 'The decision after training.' }),
  comparedWith: Nullable(
    Type.Object(
      {
        uuid: Uuid,
        cases: Type.Integer({ description: 'Number of examples that neither version learned from.' }),
        accuracy: Share('The accuracy of this version on these examples.'),
        runningAccuracy: Share('The accuracy of the version that ran then.'),
      },
      {
        description:
          'The version that ran when this one was trained. Null if no version ran, or if its stored data could not be read.',
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
      precision: Nullable(Share('The precision of this version, or null if it does not know the class.')),
      otherPrecision: Nullable(Share('The precision of the other version, or null if it does not know the class.')),
      recall: Nullable(Share('The recall of this version, or null if it does not know the class.')),
      otherRecall: Nullable(Share('The recall of the other version, or null if it does not know the class.')),
    }),
    {
      description:
        'Classes with the largest difference in recall first. Each version is measured on its own held-out examples, so the examples differ. `comparedWith` compares both versions on the same examples.',
    },
  ),
  confusions: Type.Array(
    Type.Object({ actual: Type.String(), predicted: Type.String(), count: Type.Integer(), otherCount: Type.Integer() }),
  ),
})
export type ModelComparisonView = Static<typeof ModelComparisonView>
