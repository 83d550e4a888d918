/** Signals of one expert for one question, in the order of the mix's weights. All are 0 without evidence. */
export const signalNames = [
  'similar10',
  'similar30',
  'similar100',
  'mostSimilar',
  'similarAccepted',
  'similarLately',
  'words',
  'wordsAccepted',
  'wordsLately',
  'active6h',
  'active1d',
  'active4d',
  'active15d',
  'active60d',
  'active240d',
  'answers',
  'quiet',
  'acceptance',
  'asker',
  'hour',
  'worth',
  'lift',
  'topic30',
  'topic100',
  'topic200',
  'wordLift',
  'wordLiftMost',
  'tagLift',
  'tagLiftMost',
  'recent20',
  'recent60',
  'recent200',
  'recent600',
  'recent2000',
] as const

export type SignalName = (typeof signalNames)[number]

/** Signals per expert. */
export const width = signalNames.length

/** Each signal's place. */
export const place = Object.fromEntries(signalNames.map((name, i) => [name, i])) as Readonly<Record<SignalName, number>>

const multiples = [3, 3, 3, 1, 3, 3, 30, 30, 30, 3, 3, 3, 3, 3, 3, 1]

/** Spans of the five `recent` signals, in answers. */
export const recentSpans = [20, 60, 200, 600, 2_000] as const

/** Brings a fading count of answers to its scale; 0.1 stands for none. */
export const levelRecent = (count: number) => Math.log(count + 0.1)

/**
 * Converts a row of raw signals, which starts at `at`, to comparable scales: all amounts become logarithms. The signals after `lift`
 * are converted already.
 */
export function levelSignals(rows: Float32Array, at: number): void {
  for (let i = 0; i < multiples.length; i++) rows[at + i] = Math.log1p(rows[at + i]! * multiples[i]!)
  rows[at + place.quiet] = -Math.log1p(rows[at + place.quiet]!)
  rows[at + place.asker] = Math.log1p(rows[at + place.asker]!)
}
