import type { AbstentionView, AnswerAbstention, AnswerRuleView, TextFinding } from '@askline/contracts'
import { type AnswerRecord, isContradicted, type KeptRecord, standardPrecision } from '@askline/domain'
import {
  type AnswerIndex,
  answer,
  answerRule,
  answersFromBytes,
  type Classification,
  type Classifier,
  classifierFromBytes,
  classifierRule,
  classify,
  type FoundAnswer,
  nearlySame,
  type PrecisionRule,
  precisionRule,
} from '@askline/text'
import {
  answersConflict,
  likelierThanNot,
  noModel,
  notSureEnough,
  precisions,
  rejectedTooOften,
  whyNoAnswers,
  whyNoPromise,
} from './abstention.ts'
import type { TrainedBytes } from './train.ts'

/**
 * To nearly the known question an answer is given from this confidence on, whatever can be promised of other texts; while too few
 * cases promise anything the confidence is a guess, which may be below the precision asked for.
 */
const leastNearly = 0.8
/** That guess weighs as many verdicts as libs/text wants before it estimates instead of guessing. */
const guessWeighs = 40

/** The confidence to ask for of a class, and the rule of answers. `abstains`: why held-out cases do not promise the precision of the classes. */
type Bars = { leastClass: number; answers: PrecisionRule | undefined; abstains: AbstentionView | null }
const mostBars = 50
/** A text that reaches less of an answer than this confidence stands for is like nothing that is known. */
const leastLike = 0.1

/** What is to be known of a known answer beside its words. `isRejected`: it is suspended for what askers made of it. */
export type KnownEntry = { class: string | null; isRejected: boolean }

export type TextToRead = { text: string; predictedClass?: string | undefined }

/** What this process has learned of one company's texts. */
export class CompanyTexts {
  #classifier: Classifier | undefined
  readonly #answers: AnswerIndex | undefined
  readonly #known: ReadonlyMap<string, KnownEntry>
  #version = 'none'
  readonly #bars = new Map<number, Bars>()
  readonly #records = new Map<string, KeptRecord>()

  constructor({ classifier, answers }: TrainedBytes, known: ReadonlyMap<string, KnownEntry>) {
    this.useClassifier(classifier && classifierFromBytes(classifier), 'knowledge')
    this.#answers = answers && answersFromBytes(answers)
    this.#known = known
  }

  /** Reads texts with this classifier from now on; `version` is its name in what is told. */
  useClassifier(classifier: Classifier | undefined, version: string): void {
    this.#classifier = classifier
    this.#bars.clear()
    this.#version = classifier ? version : 'none'
  }

  /** What tells classes apart; undefined where too little is known for that. It learns in place. */
  get classifier(): Classifier | undefined {
    return this.#classifier
  }

  /** Verdicts move the confidence in an answer at once, and withhold one that they contradict. What is not among these stays. */
  keepRecords(records: readonly KeptRecord[]): void {
    for (const record of records) this.#records.set(record.knowledgeId, record)
  }

  get records(): readonly KeptRecord[] {
    return [...this.#records.values()]
  }

  /**
   * Reads a question before experts are asked: the same as `read`, but undefined unless held-out cases prove that its classes
   * are right `precision` of the time, .9 unless told. Who is held back by a guess waits for nothing.
   */
  look(text: string, precision = standardPrecision): TextFinding | undefined {
    return this.#classifier && this.#barsAt(precision).abstains === null ? this.read({ text }, precision) : undefined
  }

  /** The class of a text, where it is promised to be right so often and is certain enough, or why there is none, and the known answer that is good enough. */
  read({ text, predictedClass: given }: TextToRead, precision = standardPrecision): TextFinding {
    const { leastClass, abstains: unpromised } = this.#barsAt(precision)
    const found = this.#classifier && classify(this.#classifier, text, { least: leastClass })
    const predictedClass = given ?? found?.predictedClass ?? null
    const known = this.#answers && answer(this.#answers, text)
    const confidence = known ? this.#confidenceIn(known) : 0
    const mayDiffer = given === undefined && (known?.sameness ?? 0) >= nearlySame
    const abstains = this.#abstentionFrom(known, confidence, mayDiffer ? null : predictedClass, precision)
    const isClass = given === undefined || this.#hasClass(given)
    const itsClass = abstains === null ? this.#classOf(known) : null
    // Who asks nearly a known question asks what that is about: the class that is told is that of the answer that is given.
    const isCorrected = mayDiffer && predictedClass !== null && itsClass !== null && itsClass !== predictedClass
    return {
      predictedClass: isCorrected ? itsClass : isClass ? predictedClass : null,
      classConfidence: isCorrected ? confidence : given === undefined ? (found?.confidence ?? 0) : Number(isClass),
      classAbstains:
        predictedClass === null ? (unpromised ?? notSureEnough(found?.confidence ?? 0, leastClass, precision)) : null,
      ...groundsOf(given === undefined && !isCorrected ? found : undefined),
      knowledgeId: abstains ? null : (known?.answerId ?? null),
      answerConfidence: confidence,
      abstains,
      ...this.#becauseOf(abstains, known, precision),
      modelVersion: this.#version,
    }
  }

  /** What the precisions that people ask for come to with the known answers. */
  answerRules(): AnswerRuleView[] {
    return precisions.map((precision) => {
      const rule = this.#answers ? answerRule(this.#answers, precision) : precisionRule([], precision)
      const { cases } = rule
      if (rule.enough) {
        const { threshold: leastConfidence, coverage } = rule
        return { precision, cases, leastConfidence, coverage, abstains: null, message: null }
      }
      const message = whyNoAnswers(rule, precision)
      return { precision, cases, leastConfidence: null, coverage: 0, abstains: rule.reason, message }
    })
  }

  /** Why the answer that was found is not given; null where it is. */
  #abstentionFrom(
    known: FoundAnswer | undefined,
    confidence: number,
    predictedClass: string | null,
    precision: number,
  ): AnswerAbstention | null {
    if (!known) return 'nothing_known'
    const isNearly = known.sameness >= nearlySame
    if (known.answerId === null || (known.confidence < leastLike && !isNearly)) return 'not_like_anything_known'
    const itsClass = this.#classOf(known)
    // An answer to questions of another class is not this one's, however alike the words are; but nearly its question is, whatever a
    // machine makes of it that may never have seen its class.
    if (predictedClass !== null && itsClass !== null && itsClass !== predictedClass) return 'another_class'
    const { answers: rule } = this.#barsAt(precision)
    const least = rule?.enough
      ? rule.threshold
      : rule?.reason === 'too_few_cases'
        ? leastNearly
        : Number.POSITIVE_INFINITY
    const asked = isNearly ? Math.min(leastNearly, least) : least
    if (Math.max(confidence, known.confidence) < asked) return 'not_sure_enough'
    if (!isNearly && !rule?.enough) return 'too_few_cases'
    if (this.#known.get(known.answerId)?.isRejected || isContradicted(this.#recordOf(known), precision))
      return 'rejected'
    return confidence < asked ? 'rejected' : null
  }

  /** The reason in words, where figures belong to it. */
  #becauseOf(abstains: AnswerAbstention | null, known: FoundAnswer | undefined, precision: number) {
    const { answers: rule } = this.#barsAt(precision)
    if (abstains === 'rejected') return { because: rejectedTooOften(this.#recordOf(known), precision) }
    if (abstains === 'not_sure_enough' && known && known.atMost < leastNearly) return { because: answersConflict }
    if (abstains === 'too_few_cases' && rule && !rule.enough) return { because: whyNoAnswers(rule, precision) }
    return {}
  }

  #hasClass(name: string): boolean {
    return this.#classifier?.classes.includes(name) || [...this.#known.values()].some((entry) => entry.class === name)
  }

  #barsAt(precision: number): Bars {
    let bars = this.#bars.get(precision)
    if (!bars) {
      const rule = this.#classifier && classifierRule(this.#classifier, precision, { floor: likelierThanNot })
      bars = {
        leastClass: rule?.enough ? rule.threshold : Number.POSITIVE_INFINITY,
        answers: this.#answers && answerRule(this.#answers, precision),
        abstains: rule ? whyNoPromise(rule, precision) : noModel,
      }
      if (this.#bars.size < mostBars) this.#bars.set(precision, bars)
    }
    return bars
  }

  #classOf(known: FoundAnswer | undefined): string | null {
    return this.#known.get(known?.answerId ?? '')?.class ?? null
  }

  #recordOf(known: FoundAnswer | undefined): AnswerRecord {
    return this.#records.get(known?.answerId ?? '') ?? { judged: 0, rejected: 0 }
  }

  /**
   * The estimate from the text, as so many verdicts, and the verdicts: the mean of a beta distribution. Acceptances say that an
   * answer is right where nearly its question is asked; a text that is less like it gains nothing by them. Nor does one that other
   * answers are known for as well: who accepted this one was shown no other.
   */
  #confidenceIn(known: FoundAnswer): number {
    if (known.answerId === null) return 0
    const { judged, rejected } = this.#recordOf(known)
    const judging = (guessWeighs * known.confidence + judged - rejected) / (guessWeighs + judged)
    return Math.min(judging, known.sameness >= nearlySame ? known.atMost : known.confidence)
  }
}

/** What else spoke for a class that is given: nothing where none is. */
function groundsOf(found: Classification | undefined): Pick<TextFinding, 'runnerUp' | 'decidedBy'> {
  if (!found || found.predictedClass === null) return { runnerUp: null, decidedBy: [] }
  const { runnerUp, runnerUpConfidence: confidence, words } = found
  return { runnerUp: runnerUp === null ? null : { predictedClass: runnerUp, confidence }, decidedBy: words }
}
