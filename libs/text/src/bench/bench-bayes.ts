import BayesClassifier from 'natural/lib/natural/classifiers/bayes_classifier.js'
import { readLabelled } from './data-folder.ts'
import { type Figure, meanOf } from './figure.ts'

/** natural's naive Bayes on its own terms, for comparison: one example in five of BANKING77 held out, 500 of them asked. Slow. */
export function benchBayes(folder: string): Figure[] {
  const examples = readLabelled(folder, 'banking77/train.tsv')
  const bayes = new BayesClassifier()
  examples.forEach((example, i) => {
    if (i % 5 !== 0) bayes.addDocument(example.text, example.class)
  })
  bayes.train()
  const asked = examples.filter((_, i) => i % 5 === 0).filter((_, i) => i % 4 === 0)
  const hits = asked.map((example) => Number(bayes.classify(example.text) === example.class))
  return [
    { area: 'BANKING77, natural Bayes', name: 'accuracy', ours: meanOf(hits), cases: asked.length, note: 'a baseline' },
  ]
}
