export { answer, answerRule, type FoundAnswer } from './answers/answer.ts'
export { type AnswerIndex, type AnswerOptions, buildAnswers } from './answers/answer-index.ts'
export { answersFromBytes, answersToBytes } from './answers/answers-bytes.ts'
export { type ConflictCandidate, findConflicts } from './answers/conflicts.ts'
export type { AnsweredQuestion, KnownAnswer } from './answers/known-answer.ts'
export { nearlySame } from './answers/likeness.ts'

export { clusterQuestions, type QuestionCluster } from './answers/oversight.ts'
export { type Judged, type PrecisionRule, precisionRule } from './calibration/precision-rule.ts'
export { calibrationError, reliabilityOf } from './calibration/reliability.ts'
export { classifierFromBytes, classifierToBytes } from './classify/classifier-bytes.ts'
export {
  type ClassifierReport,
  type ConfusionPair,
  classifierRule,
  heldOutJudgements,
  heldOutPredictions,
  reportOf,
} from './classify/classifier-report.ts'
export { type Classification, type ClassifyOptions, classify } from './classify/classify.ts'
export { readingOf } from './classify/features.ts'
export { type ClassFeedback, takeFeedback } from './classify/feedback.ts'
export type { Classifier, LabelledText } from './classify/model.ts'
export { type TrainingOptions, trainClassifier } from './classify/train-classifier.ts'
export { UnreadableBytesError } from './columns/bytes.ts'
export { finish, type Steps } from './columns/take-steps.ts'
export { acquaintances } from './ranking/acquaintance.ts'
export { type Emphasis, type EmphasisName, emphasisNames } from './ranking/emphasis.ts'
export type { ExpertProfile } from './ranking/expert-profile.ts'
export { type Exploration, isNewcomer } from './ranking/exploration.ts'
export { leastCases, refitProspects } from './ranking/prospects.ts'
export { type RankedExpert, type RankOptions, rank, tryNewcomer } from './ranking/rank.ts'
export {
  addHistory,
  buildRanker,
  countQuestions,
  forgetQuestion,
  learn,
  type RankerOptions,
  refit,
  updateExpert,
} from './ranking/ranker.ts'
export { loadRanker, rankerToBytes } from './ranking/ranker-bytes.ts'
export { learnedUpTo, type Ranker } from './ranking/ranker-state.ts'
export { reasonTexts } from './ranking/ranking-reasons.ts'
export type { OpenQuestion, PastAnswer, ResolvedQuestion } from './ranking/resolved-question.ts'
export {
  type Hopelessness,
  isHopeless,
  type RoutingAdvice,
  shouldRoute,
} from './ranking/should-route.ts'
