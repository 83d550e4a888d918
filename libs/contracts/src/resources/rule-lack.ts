import { Type } from 'typebox'
import { Nullable, Share } from './basics.ts'

/** The figures of a rule that promises nothing, so that clients can explain it in any language. */
export const lackOfRule = {
  casesFound: Nullable(
    Type.Integer({
      description: 'Number of cases behind the decision to abstain, or null if a precision is promised.',
    }),
  ),
  casesNeeded: Nullable(
    Type.Integer({ description: 'Number of cases that any promise needs. Null unless there are too few.' }),
  ),
  precisionReached: Nullable(
    Share('The highest precision that can be promised. Null unless it is below the required precision.'),
  ),
}
