/**
 * The closed word lists of the domain, such as statuses, events and message types. Tables, views, the OpenAPI document and
 * the socket use these lists.
 */
export const questionStatuses = [
  'UNRESOLVED',
  'RESOLVED',
  'EXPIRED',
  'INAPPROPRIATE',
  'WITHDRAW',
  'FLAGGED',
  'CLOSED_BY_ESCALATION',
  'CLOSED_BY_COMPANY',
] as const
export type QuestionStatus = (typeof questionStatuses)[number]

/** The statuses of an open question: interaction is allowed, and one party must act next. */
export const openStatuses = ['UNRESOLVED', 'CLOSED_BY_ESCALATION', 'FLAGGED'] as const satisfies QuestionStatus[]

export const questionTypes = ['ONE_TO_ONE', 'ONE_TO_MANY'] as const
export type QuestionType = (typeof questionTypes)[number]

export const rerouteTypes = [
  'BY_POSTER',
  'BY_EXPERT',
  'BY_INACTIVITY',
  'BY_UNSUPPORTED_LANGUAGE',
  'BY_LACK_OF_EXPERTS',
  'BY_AGENT',
] as const
export type RerouteType = (typeof rerouteTypes)[number]

/** The party whose action an open question waits for; null once it is closed. */
export const turns = ['experts', 'asker', 'agents'] as const
export type Turn = (typeof turns)[number]

/**
 * Where a question stands, for people who look after the service.
 * - `WAITING`: no expert can be asked just now.
 * - `OFFERED`: experts were asked.
 * - `CLAIMED`: an expert works on it.
 * - `ASKER`: the asker must act.
 * - `AGENTS`: agents have it.
 */
export const questionStages = ['WAITING', 'OFFERED', 'CLAIMED', 'ASKER', 'AGENTS', 'CLOSED'] as const
export type QuestionStage = (typeof questionStages)[number]

/** Filters by the outcome of automatic answers. `GIVEN`: the question has one, with any outcome. */
export const automaticFilters = ['GIVEN', 'ACCEPTED', 'REJECTED', 'NONE'] as const
export type AutomaticFilter = (typeof automaticFilters)[number]

export const responseTypes = ['EXPERT', 'AGENT', 'AutoResponse'] as const
export type ResponseType = (typeof responseTypes)[number]

export const quickReplies = ['PENDING', 'OPENED', 'ACCEPTED', 'REJECTED'] as const
export type QuickReply = (typeof quickReplies)[number]

/** Kinds of text requests to the routing worker (decisions/text-and-training.md). */
export const textRequestKinds = ['read', 'predict', 'cluster', 'conflicts', 'rules'] as const
export type TextRequestKind = (typeof textRequestKinds)[number]

/** System messages that ask for an action. They are removed when they no longer apply. */
export const promptTypes = [
  'ACCEPT_RESPONSE_SYSTEM_MESSAGE',
  'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE',
  'MARK_AS_RESOLVED_MESSAGE',
  'RATE_RESPONSE_SYSTEM_MESSAGE',
  'ADD_TESTIMONIAL_SYSTEM_MESSAGE',
] as const

export const systemMessageTypes = [
  'NOTIFYING_EXPERTS_SYSTEM_MESSAGE',
  'ACCEPTED_RESPONSE_SYSTEM_MESSAGE',
  'QUESTION_EXPIRED_SYSTEM_MESSAGE',
  'QUESTION_CLOSED_SYSTEM_MESSAGE',
  'QUESTION_REROUTED_SYSTEM_MESSAGE',
  ...promptTypes,
  'ADDED_TESTIMONIAL_SYSTEM_MESSAGE',
  'APPROVED_MARK_AS_RESOLVED_MESSAGE',
  'CONTESTED_MARK_AS_RESOLVED_MESSAGE',
  'QUESTION_REJECTED_BY_KEYWORD_SYSTEM_MESSAGE',
  'QUESTION_REJECTED_BY_DOMAIN_SYSTEM_MESSAGE',
  'AUTORESPONSE_MESSAGE',
  'ACCEPTED_AUTORESPONSE_MESSAGE',
  'REJECTED_AUTORESPONSE_MESSAGE',
] as const
export type SystemMessageType = (typeof systemMessageTypes)[number]

export const messageTypes = ['MESSAGE', ...systemMessageTypes] as const
export type MessageType = (typeof messageTypes)[number]

/** Every committed change of a question raises exactly one of these. They are grouped as people choose them for a webhook. */
export const eventGroups = [
  {
    name: 'asked',
    types: [
      'QUESTION_APPROVED',
      'QUESTION_EDITED',
      'QUESTION_FLAGGED_EMERGENCY',
      'QUESTION_FLAGGED_PII',
      'QUESTION_REJECTED_BY_KEYWORD',
      'QUESTION_REJECTED_BY_DOMAIN',
      'QUESTION_REJECTED_BY_BLOCKED_USER',
      'QUESTION_REJECTED_BY_OPTED_OUT_USER',
      'QUESTION_REJECTED_BY_PREDICTIVE_ROUTING',
      'QUESTION_RESTORED',
    ],
  },
  {
    name: 'experts',
    types: ['QUESTION_OFFERED', 'OFFER_CLOSED', 'QUESTION_CLAIMED', 'QUESTION_RELEASED', 'TAKEBACK'],
  },
  {
    name: 'answers',
    types: [
      'QUESTION_AUTO_RESPONSE',
      'AUTO_RESPONSE_OPENED',
      'AUTO_RESPONSE_REJECTED',
      'QUESTION_FIRST_RESPONSE',
      'QUESTION_RESPONSE',
      'MESSAGE_ADDED',
      'MESSAGE_EDITED',
      'RESPONSE_READ',
    ],
  },
  {
    name: 'agents',
    types: [
      'CUSTOMER_REROUTE_PROMPT',
      'QUESTION_ESCALATED_BY_CUSTOMER',
      'QUESTION_ESCALATED_BY_EXPERT',
      'QUESTION_ESCALATED_BY_TIME',
      'QUESTION_ESCALATED_BY_LANGUAGE',
      'QUESTION_ESCALATED_BY_LACK_OF_EXPERTS',
      'QUESTION_TAKEN_BY_AGENT',
      'QUESTION_RELEASED_BY_AGENT',
    ],
  },
  {
    name: 'end',
    types: [
      'QUESTION_MARKED_AS_RESOLVED',
      'RESOLUTION_CONTESTED',
      'QUESTION_RESOLVED',
      'QUESTION_RATED',
      'TESTIMONIAL_ADDED',
      'QUESTION_EXPIRED',
      'QUESTION_CLOSED',
    ],
  },
] as const
export type EventType = (typeof eventGroups)[number]['types'][number]
export const eventTypes = eventGroups.flatMap(({ types }): readonly EventType[] => types)

/** Changes of a company that concern no single question. With the events of questions they make the feed. */
export const companyEventTypes = [
  'PERSON_FORGOTTEN',
  'KNOWLEDGE_CHANGED',
  'EXPERT_CHANGED',
  'CATEGORY_CHANGED',
  'WEBHOOK_DISABLED',
] as const
export type CompanyEventType = (typeof companyEventTypes)[number]

/** Types of events in the feed, which webhooks send. A lost offer's OFFER_CLOSED is no change of the question, and not in the feed. */
export type FeedEventType = Exclude<EventType, 'OFFER_CLOSED'> | CompanyEventType
export const feedEventTypes: readonly FeedEventType[] = [
  ...eventTypes.filter((type) => type !== 'OFFER_CLOSED'),
  ...companyEventTypes,
]

/** The types that a webhook gets only if it names them: steps of routing, prompts, and what people read. */
export const seldomEventTypes: readonly FeedEventType[] = [
  'QUESTION_EDITED',
  'QUESTION_RESTORED',
  'QUESTION_OFFERED',
  'AUTO_RESPONSE_OPENED',
  'RESPONSE_READ',
  'CUSTOMER_REROUTE_PROMPT',
  'QUESTION_TAKEN_BY_AGENT',
  'QUESTION_RELEASED_BY_AGENT',
  'TESTIMONIAL_ADDED',
  'KNOWLEDGE_CHANGED',
  'EXPERT_CHANGED',
  'CATEGORY_CHANGED',
]

export const offerStatuses = ['pending', 'accepted', 'declined', 'timed_out', 'withdrawn'] as const
export type OfferStatus = (typeof offerStatuses)[number]

/** The deadlines of a question. If two are due at the same moment, the first in this list is met. */
export const deadlineNames = [
  'expiry',
  'escalation',
  'opinion',
  'approval',
  'silence',
  'lease',
  'hold',
  'prompt',
  'wave',
] as const
export type DeadlineName = (typeof deadlineNames)[number]

export const availabilities = ['AVAILABLE', 'AWAY', 'OFFLINE'] as const
export type Availability = (typeof availabilities)[number]

/** Why an expert is AWAY without having set it. */
export const awayReasons = ['MISSED_OFFERS'] as const
export type AwayReason = (typeof awayReasons)[number]

/** The origin of a dead letter: a job in BullMQ, a row that Redis refused, or a question's deadline. */
export const deadLetterKinds = ['job', 'outbox', 'deadline'] as const
export type DeadLetterKind = (typeof deadLetterKinds)[number]

/** Outcomes of dead letters. */
export const deadLetterOutcomes = ['replayed', 'discarded'] as const
export type DeadLetterOutcome = (typeof deadLetterOutcomes)[number]

export const roles = ['user', 'expert', 'agent', 'admin'] as const
export type Role = (typeof roles)[number]

/** Roles of the people who look after a company's questions. Experts have a profile, and are managed apart. */
export const staffRoles = ['agent', 'admin'] as const satisfies Role[]
export type StaffRole = (typeof staffRoles)[number]

/** Order of a rating system's values: best first, or worst first. */
export const ratingOrders = ['DESCENDING', 'ASCENDING'] as const
export type RatingOrder = (typeof ratingOrders)[number]

/** Which questions agents may read: all of the company, or those that are or were with agents. */
/** Languages of the pages, of letters and of texts that the service writes. */
export const pageLanguages = ['en', 'de'] as const
export type PageLanguage = (typeof pageLanguages)[number]

export const agentsReads = ['ALL', 'QUEUE'] as const

/** Sides of a page on which the widget's button can be, along the direction of its text. */
export const widgetSides = ['START', 'END'] as const

/** Actions in the audit log: every administrative act, every sign-in, and what people change of themselves. */
export const auditActions = [
  'sign_in',
  'sign_out',
  'token_reuse',
  'own_password_changed',
  'own_profile_updated',
  'company_created',
  'company_updated',
  'staff_created',
  'staff_updated',
  'staff_password_reset',
  'expert_created',
  'expert_updated',
  'expert_password_reset',
  'expert_deactivated',
  'person_invited',
  'invitation_accepted',
  'password_requested',
  'password_reset',
  'session_ended',
  'other_sessions_ended',
  'experts_imported',
  'category_created',
  'category_updated',
  'knowledge_created',
  'knowledge_updated',
  'knowledge_removed',
  'knowledge_imported',
  'reply_created',
  'reply_updated',
  'reply_removed',
  'file_uploaded',
  'file_removed',
  'model_pinned',
  'model_unpinned',
  'model_rolled_back',
  'model_removed',
  'training_changed',
  'question_relabelled',
  'user_blocked',
  'user_unblocked',
  'user_forgotten',
  'forgotten_again',
  'key_rotated',
  'key_dropped',
  'key_reencrypted',
  'integration_created',
  'integration_updated',
  'integration_secret_rotated',
  'integration_removed',
  'credential_created',
  'credential_revoked',
  'credential_limited',
  'credential_updated',
  'token_issued',
  'token_minted',
  'token_revoked',
  'clock_advanced',
  'dead_letter_replayed',
  'dead_letter_discarded',
  'backup_restored',
  'webhook_created',
  'webhook_updated',
  'webhook_removed',
  'webhook_secret_rotated',
  'webhook_paused',
  'webhook_enabled',
  'webhook_tested',
  'webhook_replayed',
  'webhook_delivery_resent',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditOutcomes = ['success', 'failure'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** Kinds of actors in the audit log. `nobody` is a failed sign-in, `operator` the command line. */
export const auditActorKinds = ['integration', ...roles, 'operator', 'nobody'] as const
export type AuditActorKind = (typeof auditActorKinds)[number]

/** Purposes of a link that sets a password: a first sign-in, or a new password. */
export const passwordLinkPurposes = ['INVITATION', 'RESET'] as const
export type PasswordLinkPurpose = (typeof passwordLinkPurposes)[number]

/** First steps of a new company, in the order in which an admin sees them. */
export const startStepNames = ['CATEGORY', 'EXPERTS', 'INTEGRATION', 'WIDGET', 'ANSWER', 'BACKUP'] as const
export type StartStepName = (typeof startStepNames)[number]

/** Types of uploaded files. */
export const fileTypes = ['UTTERANCES', 'QA', 'HISTORY'] as const
export type FileType = (typeof fileTypes)[number]

export const fileStatuses = ['QUEUED', 'READING', 'TRAINING', 'READY', 'REFUSED', 'FAILED'] as const
export type FileStatus = (typeof fileStatuses)[number]

/** Sources of known answers: an admin, an uploaded file, or an expert's accepted answer. */
export const knowledgeSources = ['ADMIN', 'FILE', 'RESPONSE'] as const
export type KnowledgeSource = (typeof knowledgeSources)[number]

/**
 * Why a known answer is suspended. An admin did it (`BY_ADMIN`), or its source answer was `CONTESTED`, `EDITED` or `FORGOTTEN`.
 * `REJECTED`: askers rejected it too often for the configured precision.
 */
export const knowledgeSuspensions = ['BY_ADMIN', 'CONTESTED', 'EDITED', 'FORGOTTEN', 'REJECTED'] as const
export type KnowledgeSuspension = (typeof knowledgeSuspensions)[number]

/** Filters of known answers: `GIVEN` are in use, `SUSPENDED` are not. A reason selects those suspended for it. */
export const knowledgeStates = ['GIVEN', 'SUSPENDED', ...knowledgeSuspensions] as const
export type KnowledgeState = (typeof knowledgeStates)[number]

/** The class of examples that belong to no class. It is learned and never predicted. */
export const outOfScopeClass = 'out_of_scope'

/** Why a precision rule abstains. */
export const abstentions = ['too_few_cases', 'precision_out_of_reach'] as const
export type Abstention = (typeof abstentions)[number]

/** Why a text gets no known answer. */
export const answerAbstentions = [
  'nothing_known',
  'not_like_anything_known',
  'another_class',
  'another_language',
  'too_few_cases',
  'not_sure_enough',
  'rejected',
  'withdrawn',
] as const
export type AnswerAbstention = (typeof answerAbstentions)[number]

/** Why a text gets no class. */
export const classAbstentions = ['no_model', ...abstentions, 'not_sure_enough'] as const
export type ClassAbstention = (typeof classAbstentions)[number]

/** Why a prediction advises against asking experts. */
export const discouragements = ['no_experts', 'no_speaker', 'nobody_suits', 'hardly_resolved'] as const
export type Discouragement = (typeof discouragements)[number]

/** Whether a trained model runs, and why. */
export const modelVerdicts = ['FIRST', 'NOT_WORSE', 'ALWAYS', 'ERASED', 'WORSE', 'PINNED', 'BY_HAND'] as const
export type ModelVerdict = (typeof modelVerdicts)[number]

export const replaceRules = ['NOT_WORSE', 'ALWAYS', 'BY_HAND'] as const

export const webhookFormats = ['STANDARD', 'SLACK', 'TEAMS'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

export const webhookEndpointStates = ['ACTIVE', 'PAUSED', 'DISABLED'] as const
export type WebhookEndpointState = (typeof webhookEndpointStates)[number]

/** Why an endpoint is disabled. GONE: its server answered 410. FAILING: no attempt succeeded for five days. */
export const webhookDisabledReasons = ['GONE', 'FAILING'] as const
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number]

export const webhookDeliveryStatuses = ['WAITING', 'DELIVERED', 'FAILED'] as const
export type WebhookDeliveryStatus = (typeof webhookDeliveryStatuses)[number]

/** Where an endpoint that is enabled goes on: at the last event it got, or at the next event. */
export const webhookStarts = ['LAST', 'NOW'] as const
export type WebhookStart = (typeof webhookStarts)[number]
