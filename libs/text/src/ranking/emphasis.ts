import { type SignalName, signalNames } from './signals.ts'

/** Names of the learned weights that a company can scale: groups of signals, profiles, and load. */
export const emphasisNames = ['similar', 'words', 'activity', 'record', 'asker', 'hour', 'profile', 'load'] as const
export type EmphasisName = (typeof emphasisNames)[number]

/** Factors, 1 by default; 0 ignores a group. */
export type Emphasis = { readonly [name in EmphasisName]?: number }

const groups: Readonly<Record<SignalName, EmphasisName>> = {
  similar10: 'similar',
  similar30: 'similar',
  similar100: 'similar',
  mostSimilar: 'similar',
  similarAccepted: 'similar',
  similarLately: 'similar',
  words: 'words',
  wordsAccepted: 'words',
  wordsLately: 'words',
  active6h: 'activity',
  active1d: 'activity',
  active4d: 'activity',
  active15d: 'activity',
  active60d: 'activity',
  active240d: 'activity',
  quiet: 'activity',
  answers: 'record',
  acceptance: 'record',
  worth: 'record',
  lift: 'record',
  topic30: 'similar',
  topic100: 'similar',
  topic200: 'similar',
  wordLift: 'words',
  wordLiftMost: 'words',
  tagLift: 'words',
  tagLiftMost: 'words',
  recent20: 'activity',
  recent60: 'activity',
  recent200: 'activity',
  recent600: 'activity',
  recent2000: 'activity',
  asker: 'asker',
  hour: 'hour',
}

/** The weights of a mix under an emphasis. */
export function emphasised(weights: Float64Array, emphasis: Emphasis | undefined): Float64Array {
  if (!emphasis) return weights
  return weights.map((weight, i) => weight * (emphasis[groups[signalNames[i]!]] ?? 1))
}
