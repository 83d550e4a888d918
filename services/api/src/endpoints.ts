import { limits, type PrincipalKind, principalKinds, type Scope } from '@askline/contracts'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT'
  /** Relative to the versioned base. */
  path: string
  scope: Scope
  /** Principals that may call it. The domain decides what they may see or change. */
  kinds: readonly PrincipalKind[]
  summary: string
  /** Paragraphs for the API's documentation that the summary has no room for. */
  description?: string
  /** The answer holds a secret: it is never compressed. */
  showsSecret?: true
  /** The body is multipart/form-data with a file, not JSON. */
  upload?: true
}

const everybody = principalKinds
const experts = ['expert'] as const satisfies PrincipalKind[]
const admins = ['admin'] as const satisfies PrincipalKind[]
const agents = ['integration', 'agent', 'admin'] as const satisfies PrincipalKind[]

const read = { method: 'GET', scope: 'questions:read', kinds: everybody } as const
const write = { method: 'POST', scope: 'questions:write', kinds: everybody } as const
const forAnswers = { method: 'POST', scope: 'answers', kinds: ['integration', 'user', 'admin'] } as const
const edit = { method: 'PUT', scope: 'questions:write', kinds: everybody } as const
const expertRead = { method: 'GET', scope: 'expert', kinds: experts } as const
const expertWrite = { method: 'POST', scope: 'expert', kinds: experts } as const
const agentRead = { method: 'GET', scope: 'agent', kinds: agents } as const
const agentWrite = { method: 'POST', scope: 'agent', kinds: agents } as const
const staff = ['expert', 'agent', 'admin'] as const satisfies PrincipalKind[]
const people = ['user', ...staff] as const satisfies PrincipalKind[]
const privacyRead = { method: 'GET', scope: 'privacy', kinds: ['integration', 'admin'] } as const
const privacyWrite = { method: 'POST', scope: 'privacy', kinds: ['integration', 'admin'] } as const
const trainingRead = { method: 'GET', scope: 'training', kinds: ['integration', 'admin'] } as const
const trainingWrite = { method: 'POST', scope: 'training', kinds: ['integration', 'admin'] } as const
const adminRead = { method: 'GET', scope: 'admin', kinds: admins } as const
const adminWrite = { method: 'POST', scope: 'admin', kinds: admins } as const
const adminEdit = { method: 'PUT', scope: 'admin', kinds: admins } as const

const credentialRules =
  'You can add only scopes that your token has. Removing a scope revokes all tokens of the credential. You can lower limits; only an operator can exceed the default (`askline credential limit`). Limits take effect within seconds.'

const sessionRule =
  'Requires the same scopes as `resetPassword`. Personal credentials, and tokens that an integration obtained for the person, stay valid.'

const invitationRules =
  'The link is returned once, works once, and is valid for seven days. The service sends no mail, so pass the link to the person. Another link, a block, a deactivation or forgetting the person invalidates it. Any pending request of the person for a new password is closed.'

const resetRules =
  'The link is returned once, works once, and is valid for 24 hours. It invalidates an invitation of the person, and closes a pending request for a new password. A blocked or deactivated person is 400 `person_inactive`.'

const recordRules =
  'The figures are computed on request from the questions, answers and offers that routing learns from. An offer belongs to the period in which it ended. The company deletes offers some time after their question was closed (`offersKeptMs`, 30 days by default). Deleted offers still count, by whole days in UTC, without their reasons.'

const inboxRules =
  '`view=offered` lists two groups; `counts` of the first page has their sizes. Offers to the expert come first, least time left first; offers without an end or past their end follow. Then come questions that are open to every expert, oldest first, with `offer.isOpenToAll`. They are listed only during working hours. `view=claimed` lists the oldest question first, and `view=answered` the newest.\n\nA page of a search by `text` examines up to 3,000 answers, so it may be short or empty although there are more. Request pages until `nextCursor` is null.\n\nA cursor stays valid while the list changes. The next page begins after the position of the last question, even if that question has left the list. New questions may belong to an earlier page.'

/** Every endpoint that needs a token. The scope check, 405 with Allow, and the documentation are generated from this table. */
export const endpoints = {
  getMe: {
    ...read,
    path: '/me',
    summary: 'Return the caller, with its scopes, company and the address of the socket',
  },
  changeOwnPassword: {
    ...write,
    kinds: staff,
    path: '/me/password',
    summary: "Change the caller's password and end their other sessions",
    description:
      'The session of this token and personal credentials stay valid. A wrong `currentPassword` counts as a failed sign-in. If the answer is lost, repeat the request with the same token and `Idempotency-Key`.',
  },
  listOwnSessions: {
    ...read,
    kinds: people,
    path: '/me/sessions',
    summary: "List the caller's active sessions, most recently used first, at most 100",
    description:
      '`isCurrent` is false for all sessions if the token has no session. A session of the widget is listed until its token expires.',
  },
  endOwnSession: {
    ...write,
    kinds: people,
    path: '/me/sessions/:uuid/end',
    summary: 'End a session of the caller and all its tokens',
  },
  endOtherSessions: {
    ...write,
    kinds: people,
    path: '/me/sessions/endOthers',
    summary: 'End all other sessions of the caller',
  },
  askQuestion: { ...write, path: '/questions', summary: 'Ask a question' },
  listQuestions: { ...read, path: '/questions', summary: "List the user's questions in condensed form" },
  getQuestion: {
    ...read,
    path: '/questions/:uuid',
    summary: 'Return a question, or 304 if nothing changed',
    description:
      'If routing set an expert to AWAY after missed offers, reading an offered or open question sets them to AVAILABLE. Requests with `lastChecked` or `If-None-Match` do not.',
  },
  editQuestion: { ...edit, path: '/questions/:uuid', summary: 'Change the text of a question' },
  rerouteQuestion: {
    ...write,
    path: '/questions/:uuid/reroute',
    summary: 'Reroute a question to agents, as its asker',
  },
  reviewMarkAsResolved: {
    ...write,
    path: '/questions/:uuid/reviewMarkAsResolved',
    summary: "Approve or reject an expert's mark-as-resolved, as the asker",
  },
  closeQuestion: { ...write, path: '/questions/:uuid/close', summary: 'Close a question' },
  expireQuestion: { ...write, path: '/questions/:uuid/expire', summary: 'Expire a question' },

  claimQuestion: {
    ...expertWrite,
    path: '/questions/:uuid/claim',
    summary: 'Claim a question as an expert',
    description:
      'Only one of several concurrent calls succeeds; the others get 400 `already_claimed`. `error.takenBy` then names the expert who claimed it, if the caller could see the question until then.',
  },
  releaseQuestion: { ...expertWrite, path: '/questions/:uuid/release', summary: 'Release a claim' },
  declineQuestion: { ...expertWrite, path: '/questions/:uuid/decline', summary: 'Decline an offer' },
  renewLease: {
    ...expertWrite,
    path: '/questions/:uuid/composing',
    summary: 'Report that the expert is writing, and renew the lease',
  },
  respond: { ...expertWrite, path: '/questions/:uuid/responses', summary: 'Answer a question as an expert' },
  escalateQuestion: {
    ...expertWrite,
    path: '/questions/:uuid/escalate',
    summary: 'Escalate a question as an expert, first to another expert, then to agents',
    description:
      'If another expert could take the question now, it is released and offered to other experts for the second-opinion time of its category (`secondOpinionMs`, 3 minutes by default). The event is `QUESTION_RELEASED`. The question is then `UNRESOLVED` and not claimed, and an unanswered one shows NOTIFYING_EXPERTS_SYSTEM_MESSAGE again.\n\nIf no expert claims it in that time, or no other expert could take it, it is rerouted to agents with type `BY_EXPERT`. The event is `QUESTION_ESCALATED_BY_EXPERT`.',
  },

  relabelQuestion: {
    ...expertWrite,
    path: '/questions/:uuid/relabel',
    summary: 'Correct the class of a question, so that the classifier learns it',
  },

  acceptResponse: { ...write, path: '/responses/:uuid/accept', summary: 'Accept a response as the answer' },
  rateResponse: { ...write, path: '/responses/:uuid/rate', summary: 'Rate a response' },
  markAsRead: { ...write, path: '/responses/:uuid/markAsRead', summary: 'Mark all messages of a response as read' },
  confirmAutoResponse: {
    ...write,
    path: '/responses/:uuid/confirmAutoResponse',
    summary: 'Accept or reject an automatic response',
  },
  addTestimonial: { ...write, path: '/responses/:uuid/testimonial', summary: 'Add a testimonial' },
  markAsResolved: {
    ...expertWrite,
    path: '/responses/:uuid/markAsResolved',
    summary: 'Mark a question as resolved, as its expert',
  },

  addMessage: { ...write, path: '/messages', summary: 'Add a message' },
  listMessages: { ...read, path: '/messages', summary: 'List messages' },
  editMessage: { ...edit, path: '/messages/:uuid', summary: 'Change the text of a message' },
  confirmMarkAsResolved: {
    ...write,
    path: '/messages/:uuid/markAsResolved',
    summary: 'Approve or reject a mark-as-resolved, by the uuid of its message',
  },

  previewText: {
    ...write,
    path: '/previews',
    summary: 'Render a text as HTML like a message, without storing it',
  },
  listNotes: {
    ...read,
    kinds: staff,
    path: '/questions/:uuid/notes',
    summary: 'List the internal notes of a question, oldest first',
    description: 'Only the experts and agents of the question see notes. Askers and integrations never see them.',
  },
  addNote: {
    ...write,
    kinds: staff,
    path: '/questions/:uuid/notes',
    summary: 'Add an internal note for the experts and agents of a question',
    description: 'A note does not change the question, and causes no event.',
  },

  listReplies: {
    ...read,
    kinds: staff,
    path: '/replies',
    summary: 'List the saved replies of the caller and of the company',
  },
  createReply: { ...write, kinds: staff, path: '/replies', summary: 'Add a saved reply' },
  updateReply: { ...edit, kinds: staff, path: '/replies/:uuid', summary: 'Change a saved reply' },
  removeReply: { ...write, kinds: staff, path: '/replies/:uuid/remove', summary: 'Remove a saved reply' },
  getDraft: {
    ...read,
    kinds: staff,
    path: '/me/drafts/:uuid',
    summary: "Return the caller's draft for a question",
  },
  saveDraft: {
    ...edit,
    kinds: staff,
    path: '/me/drafts/:uuid',
    summary: "Store the caller's draft for a question",
    description:
      'An empty text deletes the draft. Send the version that you last read as `If-Match`. 412 means that the draft was changed on another device.',
  },

  getExpertProfile: { ...expertRead, path: '/experts/me', summary: "Return the expert's own profile" },
  updateExpertProfile: {
    ...expertRead,
    method: 'PUT',
    path: '/experts/me',
    summary: "Change the expert's availability, capacity, languages, topics or working hours",
    description:
      'Any request, even with an empty body, ends an AWAY that routing set after missed offers. AWAY and OFFLINE that a person chose stay until a request changes them.',
  },
  getExpertRecord: {
    ...expertRead,
    path: '/experts/me/record',
    summary: "Return the expert's own record of the last 30 and 90 days: offers, answers, ratings and promises",
    description: recordRules,
  },
  getInbox: {
    ...expertRead,
    path: '/experts/me/questions',
    summary: "List the expert's inbox: offered, claimed or answered questions",
    description: inboxRules,
  },

  getAgentQueue: { ...agentRead, path: '/agents/questions', summary: "List the agents' queue, oldest first" },
  getHistory: {
    ...agentRead,
    kinds: ['agent', 'admin'],
    path: '/agents/questions/:uuid/history',
    summary: 'Return the history of a question: its offers with reasons of experts, and its changes',
  },
  addAgentMessage: {
    ...agentWrite,
    path: '/agents/messages',
    summary: 'Answer a question as an agent and take it over',
  },
  takeAsAgent: {
    ...agentWrite,
    path: '/agents/questions/:uuid/take',
    summary: 'Take a question as an agent, so that no other agent starts to answer it',
    description:
      'Only one of several concurrent calls succeeds; the others get 400 `already_taken`, and its message names the agent who took it. All agents see `takenBy`. Other agents may still answer, and thereby take over the question.',
  },
  releaseAsAgent: {
    ...agentWrite,
    path: '/agents/questions/:uuid/release',
    summary: "Return a taken question to the agents' queue, at its original position",
  },
  resolveByAgent: { ...agentWrite, path: '/agents/questions/:uuid/resolve', summary: 'Resolve a question as an agent' },
  closeByAgent: { ...agentWrite, path: '/agents/questions/:uuid/close', summary: 'Close a question as an agent' },

  openAskerSignIn: {
    ...write,
    kinds: ['integration'],
    path: '/users/signIn',
    summary: 'Create a one-time code that signs a user of the company in to a browser',
    description:
      'Companies use it after they have authenticated the user themselves. Send the browser to `url`, or pass `code` to the widget. The code works once within 60 s; a second use ends the session. Removing the integration, its secret or the user ends the session. Experts, agents and admins sign in with their password, so they get 403 `forbidden`. Blocked users get 403 `blocked`.',
    showsSecret: true,
  },
  forgetUser: { ...privacyWrite, path: '/users/forget', summary: 'Forget a user and erase their data' },
  listForgetReceipts: {
    ...privacyRead,
    path: '/users/forget',
    summary: 'List the receipts of forget requests, newest first',
  },
  getForgetReceipt: { ...privacyRead, path: '/users/forget/:uuid', summary: 'Return the receipt of a forget request' },

  getClassification: {
    ...forAnswers,
    method: 'GET',
    path: '/classifications',
    summary: 'Classify a text',
  },
  classify: { ...forAnswers, path: '/classifications', summary: 'Classify a text' },
  findAutomaticAnswer: {
    ...forAnswers,
    path: '/automaticAnswers',
    summary: 'Find a known answer to a text',
  },
  judgeAutomaticAnswer: {
    ...forAnswers,
    path: '/automaticAnswers/:uuid/feedback',
    summary: 'Give feedback on an automatic answer, by its uuid or the uuid of its content',
  },
  predictRouting: {
    method: 'POST',
    path: '/predictiveRouting',
    scope: 'routing:read',
    kinds: ['integration', 'admin'],
    summary: 'Predict which experts would be offered a question',
  },
  getContent: {
    ...forAnswers,
    path: '/content',
    summary: 'Find a known answer to a text (deprecated; use `POST /automaticAnswers`)',
  },

  uploadFile: {
    ...trainingWrite,
    path: '/files',
    upload: true,
    summary: 'Upload a training file; identical bytes return the existing file',
  },
  listFiles: { ...trainingRead, path: '/files', summary: 'List uploaded files, newest first' },
  getFile: { ...trainingRead, path: '/files/:uuid', summary: 'Return the progress and result of an uploaded file' },
  removeFile: {
    ...trainingWrite,
    path: '/files/:uuid/remove',
    summary: 'Remove a file and everything learned from its rows',
  },
  uploadManagedFile: { ...adminWrite, path: '/admin/files', upload: true, summary: 'Upload a training file' },
  listManagedFiles: { ...adminRead, path: '/admin/files', summary: 'List uploaded files' },
  getManagedFile: { ...adminRead, path: '/admin/files/:uuid', summary: 'Return an uploaded file' },
  removeManagedFile: { ...adminWrite, path: '/admin/files/:uuid/remove', summary: 'Remove an uploaded file' },

  listManagedExperts: { ...adminRead, path: '/admin/experts', summary: "List the company's experts" },
  createManagedExpert: {
    ...adminWrite,
    showsSecret: true,
    path: '/admin/experts',
    summary: 'Add an expert and create an invitation link, unless `invite` is false',
    description: invitationRules,
  },
  getManagedExpert: { ...adminRead, path: '/admin/experts/:uuid', summary: 'Return an expert' },
  getManagedExpertRecord: {
    ...adminRead,
    path: '/admin/experts/:uuid/record',
    summary: 'Return the record of an expert of the last 30 and 90 days',
    description: recordRules,
  },
  updateManagedExpert: {
    ...adminEdit,
    path: '/admin/experts/:uuid',
    summary: 'Change or reactivate an expert',
  },
  deactivateExpert: { ...adminWrite, path: '/admin/experts/:uuid/deactivate', summary: 'Deactivate an expert' },
  resetExpertPassword: {
    ...adminWrite,
    showsSecret: true,
    path: '/admin/experts/:uuid/resetPassword',
    summary: 'Remove the password of an expert, end all tokens, and create a link for a new password',
    description: resetRules,
  },
  listStaff: { ...adminRead, path: '/admin/staff', summary: "List the company's agents and admins, newest first" },
  createStaffMember: {
    ...adminWrite,
    showsSecret: true,
    path: '/admin/staff',
    summary: 'Add an agent or admin and create an invitation link, unless `invite` is false',
    description: invitationRules,
  },
  getStaffMember: { ...adminRead, path: '/admin/staff/:uuid', summary: 'Return an agent or admin' },
  updateStaffMember: {
    ...adminEdit,
    path: '/admin/staff/:uuid',
    summary: 'Change the name, e-mail address or role of an agent or admin',
    description:
      'A change of the role ends the tokens and sessions of the person; an open invitation stays valid. Admins cannot change their own role. A new address requires the same scopes as `resetPassword`, and invalidates the links of the person. To deactivate or reactivate a person, use `/admin/users/{uuid}/block` and `/unblock`.',
  },
  resetStaffPassword: {
    ...adminWrite,
    showsSecret: true,
    path: '/admin/staff/:uuid/resetPassword',
    summary: 'Remove the password of an agent or another admin, end all tokens, and create a link for a new password',
    description: resetRules,
  },
  getCompany: { ...adminRead, path: '/admin/company', summary: 'Return the company and its settings' },
  updateCompany: {
    ...adminEdit,
    path: '/admin/company',
    summary: "Change the company's name and settings",
  },
  getStart: {
    ...adminRead,
    path: '/admin/start',
    summary: 'Return the first steps of a new company and whether each is done',
    description:
      'CATEGORY: a category differs from the initial one. EXPERTS: three experts are active. INTEGRATION: an integration has a credential. WIDGET: the widget was opened in a page of `widgetOrigins`. ANSWER: an expert or agent answered a question, or an automatic answer was accepted. BACKUP: Postgres archived its log in the last day, and a base backup was made.',
  },
  dismissStart: {
    ...adminWrite,
    path: '/admin/start/dismiss',
    summary: 'Dismiss the page of first steps for all admins of the company',
  },
  listCategories: { ...adminRead, path: '/admin/categories', summary: "List the company's categories" },
  createCategory: { ...adminWrite, path: '/admin/categories', summary: 'Add a category' },
  getCategory: { ...adminRead, path: '/admin/categories/:uuid', summary: 'Return a category' },
  updateCategory: { ...adminEdit, path: '/admin/categories/:uuid', summary: 'Change a category' },
  listKnowledge: {
    ...adminRead,
    path: '/admin/knowledge',
    summary: 'List known answers',
    description:
      'Each page examines up to 3,000 known answers, so with a filter it may be short or empty although there are more. Request pages until `nextCursor` is null.',
  },
  createKnowledge: { ...adminWrite, path: '/admin/knowledge', summary: 'Add a known answer' },
  getKnowledge: { ...adminRead, path: '/admin/knowledge/:uuid', summary: 'Return a known answer' },
  updateKnowledge: { ...adminEdit, path: '/admin/knowledge/:uuid', summary: 'Change a known answer' },
  removeKnowledge: { ...adminWrite, path: '/admin/knowledge/:uuid/remove', summary: 'Remove a known answer' },
  listModels: { ...adminRead, path: '/admin/models', summary: 'List versions of the classifier, newest first' },
  getModel: {
    ...adminRead,
    path: '/admin/models/:uuid',
    summary: 'Return a version of the classifier with precision and recall by class, and its confused pairs',
  },
  compareModels: {
    ...adminRead,
    path: '/admin/models/:uuid/compare',
    summary: 'Compare two versions of the classifier class by class',
  },
  pinModel: {
    ...adminWrite,
    path: '/admin/models/:uuid/pin',
    summary: 'Run a version of the classifier and pin it',
  },
  unpinModel: {
    ...adminWrite,
    path: '/admin/models/:uuid/unpin',
    summary: 'Unpin a version of the classifier, so that training may replace it',
  },
  rollBackModel: {
    ...adminWrite,
    path: '/admin/models/rollback',
    summary: 'Roll back to the previous version of the classifier and pin it',
  },
  removeModel: {
    ...adminWrite,
    path: '/admin/models/:uuid/remove',
    summary: 'Remove a version of the classifier that is not running, with its training data',
  },
  getTraining: { ...adminRead, path: '/admin/training', summary: 'Return the training settings' },
  updateTraining: { ...adminEdit, path: '/admin/training', summary: 'Change the training settings' },
  listUnanswered: {
    ...adminRead,
    path: '/admin/answers/unanswered',
    summary: 'Group the unanswered questions of the last 30 days by similarity, largest group first',
  },
  getAnswerPrecision: {
    ...adminRead,
    path: '/admin/answers/precision',
    summary: 'Return the required, expected and observed precision of classes and automatic answers, by category',
  },
  listRejectedAnswers: {
    ...adminRead,
    path: '/admin/answers/rejected',
    summary: 'List known answers that most askers reject, or that are suspended for it',
  },
  listStaleAnswers: {
    ...adminRead,
    path: '/admin/answers/stale',
    summary: 'List known answers that were neither changed nor accepted for a long time',
  },
  listAnswerConflicts: {
    ...adminRead,
    path: '/admin/answers/conflicts',
    summary: 'List groups of known answers that differ although their questions are nearly the same',
  },
  relabelAsAdmin: {
    ...adminWrite,
    path: '/admin/questions/:uuid/relabel',
    summary: 'Correct the class of a question, so that the classifier learns it',
  },
  listUsers: {
    ...adminRead,
    path: '/admin/users',
    summary: "List the company's people, newest first",
    description:
      'Each page examines up to 3,000 people, so with `text` or `isBlocked` it may be short or empty although there are more. Request pages until `nextCursor` is null. `userEmail`, or an e-mail address as `text`, finds its person on the first page.',
  },
  blockUser: { ...adminWrite, path: '/admin/users/:uuid/block', summary: 'Block a person and end their tokens' },
  inviteUser: {
    ...adminWrite,
    showsSecret: true,
    path: '/admin/users/:uuid/invite',
    summary: 'Create a new invitation link for an expert, agent or another admin',
    description: `${invitationRules} The current password stays valid until the invitation is accepted. Requires the same scopes as \`resetPassword\`.`,
  },
  unblockUser: { ...adminWrite, path: '/admin/users/:uuid/unblock', summary: 'Unblock a person' },
  listPersonalCredentials: {
    ...adminRead,
    path: '/admin/users/:uuid/credentials',
    summary: 'List personal credentials, including revoked ones',
  },
  createPersonalCredential: {
    ...adminWrite,
    showsSecret: true,
    path: '/admin/users/:uuid/credentials',
    summary: 'Create a personal credential for scripts and return its secret once',
  },
  revokePersonalCredential: {
    ...adminWrite,
    path: '/admin/users/:uuid/credentials/revoke',
    summary: 'Revoke a personal credential and its tokens',
  },
  updatePersonalCredential: {
    ...adminWrite,
    path: '/admin/users/:uuid/credentials/update',
    summary: 'Change the scopes and limits of a personal credential',
    description: credentialRules,
  },
  listSessionsOfUser: {
    ...adminRead,
    path: '/admin/users/:uuid/sessions',
    summary: 'List the active sessions of a person, most recently used first, at most 100',
  },
  endSessionOfUser: {
    ...adminWrite,
    path: '/admin/users/:uuid/sessions/:sessionUuid/end',
    summary: 'End a session of a person and all its tokens',
    description: sessionRule,
  },
  endSessionsOfUser: {
    ...adminWrite,
    path: '/admin/users/:uuid/sessions/endAll',
    summary: 'End all sessions of a person and their tokens',
    description: sessionRule,
  },
  listIntegrations: { ...adminRead, path: '/admin/integrations', summary: "List the company's integrations" },
  createIntegration: {
    ...adminWrite,
    showsSecret: true,
    path: '/admin/integrations',
    summary: 'Add an integration and return its secret once',
  },
  getIntegration: { ...adminRead, path: '/admin/integrations/:uuid', summary: 'Return an integration' },
  updateIntegration: {
    ...adminEdit,
    path: '/admin/integrations/:uuid',
    summary: 'Change the name or redirect addresses of an integration',
  },
  rotateIntegrationSecret: {
    ...adminWrite,
    showsSecret: true,
    path: '/admin/integrations/:uuid/rotateSecret',
    summary: 'Create a new client id and secret, shown once, and end the earlier ones with their tokens',
  },
  updateIntegrationCredential: {
    ...adminWrite,
    path: '/admin/integrations/:uuid/credentials/update',
    summary: 'Change the scopes and limits of a credential of an integration',
    description: credentialRules,
  },
  removeIntegration: {
    ...adminWrite,
    path: '/admin/integrations/:uuid/remove',
    summary: 'Remove an integration and end its tokens',
  },
  getLivePicture: {
    ...adminRead,
    path: '/admin/live',
    summary: 'Return the current state: open questions by stage, the last hour, experts, models and queues',
  },
  searchQuestions: {
    ...adminRead,
    path: '/admin/questions',
    summary: "Search the company's questions, most recently changed first",
    description:
      'Each page examines up to 3,000 questions, so it may be short or empty although there are more. Request pages until `nextCursor` is null. A question that changes meanwhile moves to the first page, so later pages may miss it.',
  },
  listQuestionEvents: {
    ...adminRead,
    path: '/admin/questions/:uuid/events',
    summary: 'List the changes of a question, oldest first',
  },
  explainRouting: {
    ...adminRead,
    path: '/admin/questions/:uuid/routing',
    summary: 'Explain for each wave why experts were or were not offered the question, and list its deadlines',
  },
  getClock: {
    ...adminRead,
    path: '/admin/clock',
    summary: "Return the company's time and the progress of its last advance",
  },
  advanceClock: {
    ...adminWrite,
    path: '/admin/clock',
    summary: "Advance a sandbox's clock and process the deadlines in between",
  },
  reportPromises: {
    ...adminRead,
    path: '/admin/promises',
    summary: 'Report how many promised answer times were kept',
  },
  listDeadLetters: {
    ...adminRead,
    path: '/admin/dead-letters',
    summary: 'List dead letters, newest first',
  },
  replayDeadLetter: { ...adminWrite, path: '/admin/dead-letters/:uuid/replay', summary: 'Replay a dead letter' },
  discardDeadLetter: { ...adminWrite, path: '/admin/dead-letters/:uuid/discard', summary: 'Discard a dead letter' },
  listInvariants: {
    ...adminRead,
    path: '/admin/invariants',
    summary: 'List the invariants of questions with current violations and recent repairs',
  },
  listAudit: { ...adminRead, path: '/admin/audit', summary: 'List the audit log, newest first' },
  exportAudit: {
    ...adminRead,
    path: '/admin/audit/csv',
    summary: 'Export the audit log as CSV, newest first',
    description: `The filters are those of the list. A file has at most ${limits.auditExport.toLocaleString('en')} entries; use \`to\` for older ones. Cells that a spreadsheet could run as a formula get an apostrophe in front.`,
  },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints

const versioned: readonly string[] = [
  'getQuestion',
  'getExpertProfile',
  'getCompany',
  'getKnowledge',
  'getTraining',
  'getManagedExpert',
  'getIntegration',
  'getCategory',
  'getStaffMember',
] satisfies EndpointName[]
/** Returns whether an endpoint answers with an ETag and serves If-None-Match. */
export const isVersioned = (name: string): boolean => versioned.includes(name)
