import type { AnswerVerdict, KnownText } from '@askline/domain/knowledge/known-texts'
import { answersToBytes, buildAnswers, classifierToBytes, trainClassifier } from '@askline/text'
import { enoughOf } from './enough-examples.ts'

/** A company's known answers and the verdicts on them. */
export type TrainingMaterial = {
  known: KnownText[]
  verdicts: AnswerVerdict[]
  /** Learns only the answers, because a trained model classifies. */
  answersOnly?: boolean
}
/** Models as bytes, so that a thread can return them; undefined if there is too little to learn from. */
export type TrainedBytes = { classifier: Uint8Array | undefined; answers: Uint8Array | undefined }

/** Learns a company's classes, if at least two have five questions, and its known answers. Blocks the thread until it is done. */
export function trainModels({ known, verdicts, answersOnly = false }: TrainingMaterial): TrainedBytes {
  const language = mostSpoken(known)
  const examples = known.flatMap(({ question, class: name }) =>
    name === null ? [] : [{ text: question, class: name }],
  )
  const enough = enoughOf(examples)
  const classes = new Set(enough.map((example) => example.class)).size
  const entries = known.map(({ knowledgeId, question, answer }) => ({ answerId: knowledgeId, question, body: answer }))
  const resolved = verdicts.map((verdict) => ({
    text: verdict.question,
    answerId: verdict.knowledgeId,
    accepted: verdict.accepted,
  }))
  return {
    classifier: answersOnly || classes < 2 ? undefined : classifierToBytes(trainClassifier(enough, { language })),
    answers: entries.length === 0 ? undefined : answersToBytes(buildAnswers(entries, resolved, { language })),
  }
}

/** Returns the language of most known answers, `en` if none has one. */
export function mostSpoken(known: readonly KnownText[]): string {
  const counts = new Map<string, number>()
  for (const { language } of known) if (language) counts.set(language, (counts.get(language) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'en'
}
