export * from './access.ts'
export {
  type CategorySettings,
  type CompanySettings,
  categories,
  companies,
  integrations,
  type RankingWeights,
  type RatingSystem,
  type Requirement,
  type RequirementStep,
  type TrainingSettings,
} from './companies.ts'
export * from './conversation.ts'
export * from './evidence.ts'
export * from './files.ts'
export * from './guarantees.ts'
export * from './log.ts'
export * from './models.ts'
export * from './offers.ts'
export * from './people.ts'
export * from './privacy.ts'
export * from './questions.ts'
export * from './text.ts'
