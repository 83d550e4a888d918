export type { ExpertProfile } from './ranking/expert-profile.ts'
export { type Exploration, type RankedExpert, type RankOptions, rank } from './ranking/rank.ts'
export {
  buildRanker,
  forgetQuestion,
  learn,
  type Ranker,
  type RankerOptions,
  removeExpert,
  updateExpert,
} from './ranking/ranker.ts'
export type { OpenQuestion, PastAnswer, ResolvedQuestion } from './ranking/resolved-question.ts'
export { tokensOf, wordsOf } from './tokens/tokens.ts'
