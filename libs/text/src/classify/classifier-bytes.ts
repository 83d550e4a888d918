import { columnOf, pack, unpack } from '../columns/bytes.ts'
import { earlierBlend } from './class-decision.ts'
import type { Classifier } from './model.ts'

type Facts = {
  readonly language: string
  readonly classes: readonly string[]
  readonly features: number
  /** Absent from models that were stored before runners-up had a confidence. */
  readonly secondShare?: number
}

/** Returns the model as bytes for `classifierFromBytes`. It contains hashes instead of words. */
export function classifierToBytes({
  language,
  classes,
  vocabulary,
  linear,
  blend,
  confidence,
  secondShare,
  heldOut,
}: Classifier): Uint8Array<ArrayBuffer> {
  const facts: Facts = { language, classes, features: vocabulary.table.size, secondShare }
  return pack({
    kind: 'classifier',
    facts,
    columns: {
      keys: vocabulary.table.keys,
      slots: vocabulary.table.slots,
      idf: vocabulary.idf,
      bytes: linear.bytes,
      scales: linear.scales,
      biases: linear.biases,
      blend,
      weights: confidence.weights,
      means: confidence.means,
      deviations: confidence.deviations,
      actual: heldOut.actual,
      predicted: heldOut.predicted,
      confidence: heldOut.confidence,
      example: heldOut.example,
      unknownActual: heldOut.ofUnknownClass.actual,
      unknownConfidence: heldOut.ofUnknownClass.confidence,
    },
  })
}

/** Reads a model. Models that were stored without held-out classes have none. Throws UnreadableBytesError if the bytes are not a classifier. */
export function classifierFromBytes(bytes: Uint8Array): Classifier {
  const packed = unpack(bytes, 'classifier')
  const { language, classes, features, secondShare = 1 } = packed.facts as Facts
  return {
    language,
    classes,
    vocabulary: {
      table: {
        keys: columnOf(packed, 'keys', Int32Array),
        slots: columnOf(packed, 'slots', Int32Array),
        size: features,
      },
      idf: columnOf(packed, 'idf', Float32Array),
    },
    linear: {
      classes: classes.length,
      bytes: columnOf(packed, 'bytes', Int8Array),
      scales: columnOf(packed, 'scales', Float32Array),
      biases: columnOf(packed, 'biases', Float32Array),
    },
    blend: packed.columns['blend'] ? columnOf(packed, 'blend', Float64Array) : earlierBlend,
    confidence: {
      weights: columnOf(packed, 'weights', Float64Array),
      means: columnOf(packed, 'means', Float64Array),
      deviations: columnOf(packed, 'deviations', Float64Array),
    },
    secondShare,
    heldOut: {
      actual: columnOf(packed, 'actual', Int32Array),
      predicted: columnOf(packed, 'predicted', Int32Array),
      confidence: columnOf(packed, 'confidence', Float64Array),
      example: columnOf(packed, 'example', Int32Array),
      ofUnknownClass: {
        actual: packed.columns['unknownActual'] ? columnOf(packed, 'unknownActual', Int32Array) : new Int32Array(),
        confidence: packed.columns['unknownConfidence']
          ? columnOf(packed, 'unknownConfidence', Float64Array)
          : new Float64Array(),
      },
    },
  }
}
