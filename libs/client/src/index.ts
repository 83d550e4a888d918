export type { Api, BodyFor, CallOptions, QueryFor } from './api.ts'
export {
  AsklineError,
  type Detail,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  RateLimitedError,
  StaleError,
  UnauthorizedError,
  UnavailableError,
} from './errors.ts'
export type { components, operations, paths } from './generated/api.ts'
export { type Client, type ClientOptions, openClient } from './open-client.ts'
export type { Page, Pages } from './pages.ts'
export type {
  AuditEntry,
  Category,
  Clock,
  CondensedQuestion,
  DeadLetter,
  Draft,
  ExpertProfile,
  FileType,
  ForgetReceipt,
  InboxQuestion,
  Integration,
  Invariant,
  ListedQuestion,
  LivePicture,
  ManagedExpert,
  Message,
  Model,
  Note,
  PersonalCredential,
  Question,
  QuestionEvent,
  QuestionHistory,
  Response,
  RoutingExplanation,
  SavedReply,
  TrainingFile,
  TrainingSettings,
} from './shapes.ts'
export type { Credentials, Tokens } from './tokens.ts'
export type { Watch, WatchOptions } from './watch/watch.ts'
