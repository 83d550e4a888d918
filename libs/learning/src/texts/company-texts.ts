import {
  type AbstentionView,
  type AnswerAbstention,
  type AnswerRuleView,
  categoryDefaults,
  type TextFinding,
} from '@askline/contracts'
import { type AnswerRecord, isContradicted, type KeptRecord } from '@askline/domain/knowledge/record'
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
import { answerRuleOf, promiseOf } from './precision-promises.ts'
import type { TrainedBytes } from './train-texts.ts'

/**
 * Confidence from which nearly the known question is answered, whatever is promised for other texts. With too few cases the
 * confidence is a guess.
 */
const leastNearly = 0.8
/** The guess weighs as many verdicts as libs/text needs for an estimate. */
const guessWeighs = 40

/** The required confidence of a class, and the rule of answers. `abstains`: why the precision of classes is not promised. */
type Bars = { leastClass: number; answers: PrecisionRule | undefined; abstains: AbstentionView | null }
const mostBars = 50
/** Below this confidence a text counts as unlike all known questions. */
const leastLike = 0.1

/** Properties of an answer other than its text. If `isRejected`, it is suspended because askers rejected it. */
export type KnownEntry = { class: string | null; isRejected: boolean }

export type TextToRead = { text: string; predictedClass?: string | undefined }

/** The text models of one company in memory. */
export class CompanyTexts {
  #classifier: Classifier | undefined
  readonly #answers: AnswerIndex | undefined
  readonly #known: ReadonlyMap<string, KnownEntry>
  #version = 'none'
  readonly #bars = new Map<string, Bars>()
  #outOfScopeShare = categoryDefaults.outOfScopeShare
  readonly #records = new Map<string, KeptRecord>()

  constructor({ classifier, answers }: TrainedBytes, known: ReadonlyMap<string, KnownEntry>) {
    this.useClassifier(classifier && classifierFromBytes(classifier), 'knowledge')
    this.#answers = answers && answersFromBytes(answers)
    this.#known = known
  }

  /** Replaces the classifier. `version` names it in findings. */
  useClassifier(classifier: Classifier | undefined, version: string): void {
    this.#classifier = classifier
    this.#bars.clear()
    this.#version = classifier ? version : 'none'
  }

  /** Assumes this share of out-of-scope questions, 0 to 1, unless a category sets another. */
  assumeOutOfScope(share: number): void {
    this.#outOfScopeShare = share
    this.#bars.clear()
  }

  /** The classifier, or `undefined` if too little is known. It learns in place. */
  get classifier(): Classifier | undefined {
    return this.#classifier
  }

  /** Updates the verdicts on answers. They move the confidence at once. Other answers keep their verdicts. */
  keepRecords(records: readonly KeptRecord[]): void {
    for (const record of records) this.#records.set(record.knowledgeId, record)
  }

  get records(): readonly KeptRecord[] {
    return [...this.#records.values()]
  }

  /**
   * Reads a question before its first offer. Returns `undefined` unless held-out cases prove `precision` (.9 by default), so that
   * no guess delays experts.
   */
  readIfProven(
    text: string,
    precision = categoryDefaults.precision,
    outOfScopeShare = this.#outOfScopeShare,
  ): TextFinding | undefined {
    return this.#classifier && this.#barsAt(precision, outOfScopeShare).abstains === null
      ? this.read({ text }, precision, outOfScopeShare)
      : undefined
  }

  /** Returns the class of a text if it is certain enough, or why it has none, and the known answer that is good enough. */
  read(
    { text, predictedClass: given }: TextToRead,
    precision = categoryDefaults.precision,
    outOfScopeShare = this.#outOfScopeShare,
  ): TextFinding {
    const bars = this.#barsAt(precision, outOfScopeShare)
    const { leastClass, abstains: unpromised } = bars
    const found = this.#classifier && classify(this.#classifier, text, { least: leastClass })
    const predictedClass = given ?? found?.predictedClass ?? null
    const known = this.#answers && answer(this.#answers, text)
    const confidence = known ? this.#confidenceIn(known) : 0
    const mayDiffer = given === undefined && (known?.sameness ?? 0) >= nearlySame
    const abstains = this.#abstentionFrom(known, confidence, mayDiffer ? null : predictedClass, precision, bars)
    const isClass = given === undefined || this.#hasClass(given)
    const itsClass = abstains === null ? this.#classOf(known) : null
    // A text that nearly equals a known question has the topic of its answer, so the class of that answer is returned.
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
      ...this.#becauseOf(abstains, known, precision, bars),
      modelVersion: this.#version,
    }
  }

  /** Returns the number of cases and the coverage of answers for the usual precisions. */
  answerRules(outOfScope = this.#outOfScopeShare): AnswerRuleView[] {
    return precisions.map((precision) => {
      const rule = this.#answers ? answerRule(this.#answers, precision, { outOfScope }) : precisionRule([], precision)
      return answerRuleOf(rule, precision, outOfScope)
    })
  }

  /** Returns what is promised of classes and answers at a precision and a share of out-of-scope questions; null if nothing is known. */
  promises(precision = categoryDefaults.precision, outOfScope = this.#outOfScopeShare) {
    const classes =
      this.#classifier && classifierRule(this.#classifier, precision, { floor: likelierThanNot, outOfScope })
    const answers = this.#answers && answerRule(this.#answers, precision, { outOfScope })
    return {
      classes: classes ? promiseOf(classes, outOfScope, () => whyNoPromise(classes, precision)?.message ?? null) : null,
      answers: answers
        ? promiseOf(answers, outOfScope, () => (answers.enough ? null : whyNoAnswers(answers, precision)))
        : null,
    }
  }

  /** Returns why the found answer is not given, or null if it is. */
  #abstentionFrom(
    known: FoundAnswer | undefined,
    confidence: number,
    predictedClass: string | null,
    precision: number,
    { answers: rule }: Bars,
  ): AnswerAbstention | null {
    if (!known) return 'nothing_known'
    const isNearly = known.sameness >= nearlySame
    if (known.answerId === null || (known.confidence < leastLike && !isNearly)) return 'not_like_anything_known'
    const itsClass = this.#classOf(known)
    // An answer of another class is withheld even if the words are similar. Nearly the same question overrides the class, because the
    // classifier may never have seen its class.
    if (predictedClass !== null && itsClass !== null && itsClass !== predictedClass) return 'another_class'
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

  /** Returns the sentence for reasons that involve figures. */
  #becauseOf(
    abstains: AnswerAbstention | null,
    known: FoundAnswer | undefined,
    precision: number,
    { answers: rule }: Bars,
  ) {
    if (abstains === 'rejected') return { because: rejectedTooOften(this.#recordOf(known), precision) }
    if (abstains === 'not_sure_enough' && known && known.atMost < leastNearly) return { because: answersConflict }
    if (abstains === 'too_few_cases' && rule && !rule.enough) return { because: whyNoAnswers(rule, precision) }
    return {}
  }

  #hasClass(name: string): boolean {
    return this.#classifier?.classes.includes(name) || [...this.#known.values()].some((entry) => entry.class === name)
  }

  #barsAt(precision: number, outOfScope: number): Bars {
    const key = `${precision} ${outOfScope}`
    let bars = this.#bars.get(key)
    if (!bars) {
      const rule =
        this.#classifier && classifierRule(this.#classifier, precision, { floor: likelierThanNot, outOfScope })
      bars = {
        leastClass: rule?.enough ? rule.threshold : Number.POSITIVE_INFINITY,
        answers: this.#answers && answerRule(this.#answers, precision, { outOfScope }),
        abstains: rule ? whyNoPromise(rule, precision) : noModel,
      }
      if (this.#bars.size < mostBars) this.#bars.set(key, bars)
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
   * Returns the mean of a beta distribution of the text's estimate and the verdicts. Acceptances count only if the text nearly
   * equals the known question. They do not count if other answers are known for it as well, because askers who accepted this
   * answer saw no other.
   */
  #confidenceIn(known: FoundAnswer): number {
    if (known.answerId === null) return 0
    const { judged, rejected } = this.#recordOf(known)
    const judging = (guessWeighs * known.confidence + judged - rejected) / (guessWeighs + judged)
    return Math.min(judging, known.sameness >= nearlySame ? known.atMost : known.confidence)
  }
}

/** Returns the runner-up and the deciding words of a given class; empty if none is given. */
function groundsOf(found: Classification | undefined): Pick<TextFinding, 'runnerUp' | 'decidedBy'> {
  if (!found || found.predictedClass === null) return { runnerUp: null, decidedBy: [] }
  const { runnerUp, runnerUpConfidence: confidence, words } = found
  return { runnerUp: runnerUp === null ? null : { predictedClass: runnerUp, confidence }, decidedBy: words }
}
