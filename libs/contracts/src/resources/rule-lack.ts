import { Type } from 'typebox'
import { Nullable, Share } from './basics.ts'

/** The figures of a rule that promises nothing, so that clients can explain it in any language. */
export const lackOfRule = {
  casesFound: Nullable(Type.Integer({ description: 'Cases by which it was judged; null if it promises.' })),
  casesNeeded: Nullable(Type.Integer({ description: 'Cases that any promise needs; null unless there are too few.' })),
  precisionReached: Nullable(
    Share('The highest precision that can be promised; null unless it is below the one asked for.'),
  ),
}
