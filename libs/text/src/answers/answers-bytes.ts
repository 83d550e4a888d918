import type { Judged, OutOfScopeCase } from '../calibration/precision-rule.ts'
import { columnOf, pack, unpack } from '../columns/bytes.ts'
import { grownFrom } from '../columns/growing.ts'
import { columnsOfPostings, postingsFrom } from '../columns/postings.ts'
import { finish } from '../columns/take-steps.ts'
import type { AnswerIndex } from './answer-index.ts'

type Facts = {
  readonly language: string
  readonly features: number
  readonly hasMachine: boolean
  readonly answers: number
  readonly ids: readonly string[]
  readonly judged: readonly Judged[]
  readonly judgedNearly: readonly Judged[]
  readonly ofUnknownAnswer: readonly OutOfScopeCase[]
  readonly usualReach: number
  readonly nearly: number
}

/** The whole index as bytes; `answersFromBytes` gives it back. Texts are in it only as hashes. */
export function answersToBytes({
  ids,
  retrieval,
  confidence,
  judged,
  judgedNearly,
  ofUnknownAnswer,
}: AnswerIndex): Uint8Array<ArrayBuffer> {
  const { language, answerOf, answers, vocabulary, linear, examples, words, questions } = retrieval
  const facts: Facts = {
    language,
    features: vocabulary.table.size,
    hasMachine: linear !== undefined,
    answers,
    ids,
    judged,
    judgedNearly,
    ofUnknownAnswer,
    usualReach: confidence.usualReach,
    nearly: confidence.nearly,
  }
  return pack({
    kind: 'answers',
    facts,
    columns: {
      ...columnsOfPostings(words.postings),
      lengths: words.lengths.used(),
      keys: vocabulary.table.keys,
      slots: vocabulary.table.slots,
      idf: vocabulary.idf,
      bytes: linear?.bytes ?? new Int8Array(),
      scales: linear?.scales ?? new Float32Array(),
      biases: linear?.biases ?? new Float32Array(),
      owners: examples.owners,
      starts: examples.starts,
      documents: examples.documents,
      values: examples.values,
      weights: confidence.logistic.weights,
      means: confidence.logistic.means,
      deviations: confidence.logistic.deviations,
      answerOf,
      questionKeys: questions.terms.keys,
      questionSlots: questions.terms.slots,
      questionFrequency: questions.frequency,
      questionStarts: questions.starts,
      questionMarksFrom: questions.marksFrom,
      questionMarks: questions.marks,
      questionWeights: questions.weights,
      questionAccepted: questions.accepted,
      byMarkKeys: questions.byMark.table.keys,
      byMarkSlots: questions.byMark.table.slots,
      byMarkStarts: questions.byMark.starts,
      byMarkQuestions: questions.byMark.questions,
    },
  })
}

/** Throws UnreadableBytesError when the bytes are not an answer index's. */
export function answersFromBytes(bytes: Uint8Array): AnswerIndex {
  const packed = unpack(bytes, 'answers')
  const { language, features, hasMachine, answers, ids, judged, judgedNearly, ofUnknownAnswer, ...shares } =
    packed.facts as Facts
  const whole = (name: string) => columnOf(packed, name, Int32Array)
  const small = (name: string) => columnOf(packed, name, Float32Array)
  const large = (name: string) => columnOf(packed, name, Float64Array)
  return {
    ids,
    judged,
    judgedNearly,
    ofUnknownAnswer,
    confidence: {
      logistic: { weights: large('weights'), means: large('means'), deviations: large('deviations') },
      usualReach: shares.usualReach,
      nearly: shares.nearly,
    },
    retrieval: {
      language,
      answerOf: whole('answerOf'),
      answers,
      vocabulary: { table: { keys: whole('keys'), slots: whole('slots'), size: features }, idf: small('idf') },
      linear: hasMachine
        ? {
            classes: answers,
            bytes: columnOf(packed, 'bytes', Int8Array),
            scales: small('scales'),
            biases: small('biases'),
          }
        : undefined,
      examples: {
        owners: whole('owners'),
        starts: whole('starts'),
        documents: whole('documents'),
        values: small('values'),
      },
      words: {
        postings: finish(postingsFrom(packed)),
        lengths: grownFrom(Uint16Array, columnOf(packed, 'lengths', Uint16Array)),
      },
      questions: {
        terms: { keys: whole('questionKeys'), slots: whole('questionSlots'), size: whole('questionFrequency').length },
        frequency: whole('questionFrequency'),
        starts: whole('questionStarts'),
        marksFrom: whole('questionMarksFrom'),
        marks: whole('questionMarks'),
        weights: small('questionWeights'),
        accepted: whole('questionAccepted'),
        byMark: {
          table: { keys: whole('byMarkKeys'), slots: whole('byMarkSlots'), size: whole('byMarkStarts').length - 1 },
          starts: whole('byMarkStarts'),
          questions: whole('byMarkQuestions'),
        },
      },
    },
  }
}
