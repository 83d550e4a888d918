declare module 'natural/lib/natural/stemmers/*' {
  const stemmer: { stem(token: string): string }
  export default stemmer
}

declare module 'natural/lib/natural/util/*' {
  export const words: string[]
}

declare module 'natural/lib/natural/classifiers/bayes_classifier.js' {
  export default class BayesClassifier {
    addDocument(text: string, label: string): void
    train(): void
    classify(text: string): string
  }
}
