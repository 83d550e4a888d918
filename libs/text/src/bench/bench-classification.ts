import { calibrationError } from '../calibration/reliability.ts'
import { classifierToBytes } from '../classify/classifier-bytes.ts'
import { classifierRule } from '../classify/classifier-report.ts'
import { classify } from '../classify/classify.ts'
import type { Classifier, LabelledText } from '../classify/model.ts'
import { type TrainingOptions, trainClassifier } from '../classify/train-classifier.ts'
import { randomFrom, shuffle } from '../columns/random.ts'
import { readLabelled } from './data-folder.ts'
import { areaUnderCurve, type Figure, meanOf, quantileOf, spreadOf } from './figure.ts'
import { trainReferenceSvm } from './reference-svm.ts'

const outside = new Set(['oos', 'NO_NODES_DETECTED'])
const seeds = [1, 2, 3]

type Measured = {
  model: Classifier
  accuracy: number
  judged: { confidence: number; isRight: boolean }[]
  millis: number[]
  seconds: number
}

/** BANKING77 by five folds, CLINC150 and HINT3 on their splits, few-shot by three draws. */
export function benchClassification(folder: string, log: (line: string) => void): Figure[] {
  const banking = readLabelled(folder, 'banking77/train.tsv')
  const clinc = readLabelled(folder, 'clinc150/train.tsv')
  const clincTest = readLabelled(folder, 'clinc150/val.tsv').filter((example) => !outside.has(example.class))
  const figures: Figure[] = [...bankingByFolds(banking, log)]
  log('CLINC150')
  figures.push(...clincFigures(folder, clinc, clincTest))
  for (const shots of [5, 10]) {
    log(`${shots} examples per class`)
    const fold = foldsOf(banking, 5)
    const pool = banking.filter((_, i) => fold[i] !== 0)
    const test = banking.filter((_, i) => fold[i] === 0)
    figures.push(...fewShot(`BANKING77, ${shots} per class`, pool, test, shots))
    figures.push(...fewShot(`CLINC150, ${shots} per class`, clinc, clincTest, shots))
  }
  figures.push(...hintFigures(folder))
  return figures
}

function measure(
  train: readonly LabelledText[],
  test: readonly LabelledText[],
  options: TrainingOptions = {},
): Measured {
  const started = performance.now()
  const model = trainClassifier(train, options)
  const seconds = (performance.now() - started) / 1_000
  const millis: number[] = []
  const judged = test.map((example) => {
    const from = performance.now()
    const { likeliest, confidence } = classify(model, example.text)
    millis.push(performance.now() - from)
    return { confidence, isRight: likeliest === example.class }
  })
  return { model, judged, millis, seconds, accuracy: meanOf(judged.map(({ isRight }) => Number(isRight))) }
}

function referenceAccuracy(train: readonly LabelledText[], test: readonly LabelledText[]): number {
  const reference = trainReferenceSvm(train)
  return meanOf(test.map((example) => Number(reference.predict(example.text).class === example.class)))
}

function bankingByFolds(examples: readonly LabelledText[], log: (line: string) => void): Figure[] {
  const fold = foldsOf(examples, 5)
  const ours: Measured[] = []
  const base: number[] = []
  const unnamed: number[] = []
  const promised: { precision: number; coverage: number }[] = []
  for (let f = 0; f < 5; f++) {
    log(`BANKING77 fold ${f + 1} of 5`)
    const train = examples.filter((_, i) => fold[i] !== f)
    const test = examples.filter((_, i) => fold[i] === f)
    base.push(referenceAccuracy(train, test))
    const measured = measure(train, test)
    ours.push(measured)
    if (f === 0) unnamed.push(measure(train, test, { useClassNames: false }).accuracy)
    const rule = classifierRule(measured.model, 0.95, { outOfScope: 0 })
    const kept = rule.enough ? measured.judged.filter(({ confidence }) => confidence >= rule.threshold) : []
    promised.push({
      precision: meanOf(kept.map(({ isRight }) => Number(isRight))),
      coverage: kept.length / measured.judged.length,
    })
  }
  const accuracy = ours.map((m) => m.accuracy)
  const errors = ours.map((m) => calibrationError(m.judged))
  const precisions = promised.map((p) => p.precision)
  const millis = ours.flatMap((m) => m.millis)
  const cases = examples.length
  const area = 'BANKING77, 5 folds'
  return [
    { area, name: 'accuracy', baseline: meanOf(base), ours: meanOf(accuracy), spread: spreadOf(accuracy), cases },
    {
      area,
      name: 'accuracy, class names unread',
      baseline: base[0]!,
      ours: unnamed[0]!,
      cases: Math.ceil(cases / 5),
      note: 'fold 1',
    },
    { area, name: 'calibration error', ours: meanOf(errors), spread: spreadOf(errors), cases },
    { area, name: 'precision when asked for .95', ours: meanOf(precisions), spread: spreadOf(precisions), cases },
    { area, name: 'coverage at that', ours: meanOf(promised.map((p) => p.coverage)), cases },
    { area, name: 'training seconds', ours: meanOf(ours.map((m) => m.seconds)), cases: Math.round(cases * 0.8) },
    { area, name: 'query ms, median', ours: quantileOf(millis, 0.5), cases },
    { area, name: 'query ms, p99', ours: quantileOf(millis, 0.99), cases },
  ]
}

function clincFigures(folder: string, train: readonly LabelledText[], test: readonly LabelledText[]): Figure[] {
  const area = 'CLINC150, validation'
  const strangers = readLabelled(folder, 'clinc150/oos_val.tsv')
  const known = readLabelled(folder, 'clinc150/oos_train.tsv').map(({ text }) => text)
  const reference = trainReferenceSvm(train)
  const predicted = test.map(({ text }) => reference.predict(text))
  const base = meanOf(test.map((example, i) => Number(predicted[i]!.class === example.class)))
  const baseArea = areaUnderCurve(
    predicted.map(({ decision }) => decision),
    strangers.map(({ text }) => reference.predict(text).decision),
  )
  const plain = measure(train, test)
  const taught = measure(train, test, { outOfScope: known })
  const areaOf = ({ model, judged }: Measured) =>
    areaUnderCurve(
      judged.map(({ confidence }) => confidence),
      strangers.map(({ text }) => classify(model, text).confidence),
    )
  const cases = test.length
  return [
    { area, name: 'accuracy in scope', baseline: base, ours: plain.accuracy, cases },
    {
      area,
      name: 'out-of-scope AUROC, none known',
      baseline: baseArea,
      ours: areaOf(plain),
      cases: cases + strangers.length,
    },
    { area, name: 'accuracy in scope, 100 out-of-scope known', ours: taught.accuracy, cases },
    { area, name: 'out-of-scope AUROC, 100 known', ours: areaOf(taught), cases: cases + strangers.length },
    { area, name: 'calibration error', ours: calibrationError(plain.judged), cases },
    { area, name: 'training seconds', ours: plain.seconds, cases: train.length },
    { area, name: 'query ms, median', ours: quantileOf(plain.millis, 0.5), cases },
    { area, name: 'query ms, p99', ours: quantileOf(plain.millis, 0.99), cases },
    { area, name: 'model MB', ours: classifierToBytes(plain.model).length / 1e6, cases: train.length },
  ]
}

function fewShot(area: string, pool: readonly LabelledText[], test: readonly LabelledText[], shots: number): Figure[] {
  const base: number[] = []
  const ours: number[] = []
  const unnamed: number[] = []
  const widened: number[] = []
  for (const seed of seeds) {
    const train = draw(pool, shots, seed)
    const drawn = new Set(train)
    const order = Int32Array.from(pool.keys())
    shuffle(order, randomFrom(seed + 100), order.length)
    const unlabelled = Array.from(order, (i) => pool[i]!).filter((example) => !drawn.has(example))
    base.push(referenceAccuracy(train, test))
    ours.push(measure(train, test).accuracy)
    unnamed.push(measure(train, test, { useClassNames: false }).accuracy)
    widened.push(measure(train, test, { unlabelled: unlabelled.slice(0, 4_000).map(({ text }) => text) }).accuracy)
  }
  const cases = test.length
  const baseline = meanOf(base)
  return [
    { area, name: 'accuracy', baseline, ours: meanOf(ours), spread: spreadOf(ours), cases, note: 'three draws' },
    { area, name: 'accuracy, class names unread', baseline, ours: meanOf(unnamed), spread: spreadOf(unnamed), cases },
    {
      area,
      name: 'accuracy, with unlabelled questions',
      baseline,
      ours: meanOf(widened),
      spread: spreadOf(widened),
      cases,
    },
  ]
}

function hintFigures(folder: string): Figure[] {
  const train = readLabelled(folder, 'hint3/sofmattress_train.tsv')
  const test = readLabelled(folder, 'hint3/sofmattress_test.tsv')
  const inside = test.filter((example) => !outside.has(example.class))
  const strangers = test.filter((example) => outside.has(example.class))
  const reference = trainReferenceSvm(train)
  const measured = measure(train, inside)
  const baseline = referenceAccuracy(train, inside)
  const area = 'HINT3 sofmattress'
  return [
    { area, name: 'accuracy in scope', baseline, ours: measured.accuracy, cases: inside.length },
    {
      area,
      name: 'out-of-scope AUROC',
      baseline: areaUnderCurve(
        inside.map(({ text }) => reference.predict(text).decision),
        strangers.map(({ text }) => reference.predict(text).decision),
      ),
      ours: areaUnderCurve(
        measured.judged.map(({ confidence }) => confidence),
        strangers.map(({ text }) => classify(measured.model, text).confidence),
      ),
      cases: test.length,
    },
  ]
}

function draw(pool: readonly LabelledText[], shots: number, seed: number): LabelledText[] {
  const order = Int32Array.from(pool.keys())
  shuffle(order, randomFrom(seed), order.length)
  const taken = new Map<string, number>()
  const drawn: LabelledText[] = []
  for (const i of order) {
    const example = pool[i]!
    const count = taken.get(example.class) ?? 0
    if (count === shots) continue
    taken.set(example.class, count + 1)
    drawn.push(example)
  }
  return drawn
}

/** A fold for each example, even within each class, by seed 1. */
function foldsOf(examples: readonly LabelledText[], count: number): Int32Array {
  const order = Int32Array.from(examples.keys())
  shuffle(order, randomFrom(1), order.length)
  const byClass = [...order].sort((a, b) =>
    examples[a]!.class < examples[b]!.class ? -1 : examples[a]!.class > examples[b]!.class ? 1 : 0,
  )
  const fold = new Int32Array(examples.length)
  byClass.forEach((example, i) => {
    fold[example] = i % count
  })
  return fold
}
