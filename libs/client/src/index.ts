export type { Api, BodyFor, CallOptions, QueryFor } from './api.ts'
export {
  AsklineError,
  type Detail,
  errorOf,
  ForbiddenError,
  GoneError,
  InvalidError,
  NotFoundError,
  RateLimitedError,
  StaleError,
  UnauthorizedError,
  UnavailableError,
} from './errors.ts'
export type { components, operations, paths } from './generated/api.ts'
export { newUuid } from './new-uuid.ts'
export { type Client, type ClientOptions, openClient } from './open-client.ts'
export type { Page, Pages } from './pages.ts'
export type { Feed, FollowOptions } from './resources/events.ts'
export type { InboxPages } from './resources/experts.ts'
export type {
  AnswerConflict,
  AnswerPrecision,
  AuditEntry,
  Category,
  Clock,
  Company,
  CondensedQuestion,
  DeadLetter,
  Draft,
  ExpertProfile,
  ExpertRecord,
  FeedEvent,
  FileType,
  ForgetReceipt,
  InboxCounts,
  InboxQuestion,
  Integration,
  Invariant,
  KnownAnswer,
  ListedQuestion,
  LivePicture,
  ManagedExpert,
  Message,
  Model,
  ModelReport,
  Note,
  PersonalCredential,
  Question,
  QuestionEvent,
  QuestionHistory,
  RejectedAnswer,
  Response,
  RoutingExplanation,
  SavedReply,
  Session,
  StaffMember,
  Start,
  TrainingFile,
  TrainingSettings,
  UnansweredGroup,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookTest,
} from './shapes.ts'
export type { Credentials, Tokens } from './tokens.ts'
export { type ReceivedWebhook, verifyWebhook, type Webhook, WebhookError, type WebhookFault } from './verify-webhook.ts'
export type { Watch, WatchOptions } from './watch/watch.ts'
