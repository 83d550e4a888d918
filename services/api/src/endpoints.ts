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
  'You can add only scopes that your token has. If you remove a scope, the tokens that the credential has obtained end. Limits can be lowered; only an operator can set more than the default (`askline credential limit`). They hold within seconds.'

const sessionRule =
  'Needs the scopes that a new password of the person needs. Personal credentials, and tokens that an integration obtained for the person, continue.'

const invitationRules =
  'The link works once and for seven days. It ends when another link is made for the person, or when they are blocked, deactivated or forgotten. The service sends no mail: pass the link on. A request of the person for a new password ends with it.'

const resetRules =
  'The link works once and for 24 hours. It ends an invitation of the person and their request for a new password. A blocked or deactivated person is 400 `person_inactive`.'

const recordRules =
  'Counted from the questions, answers and offers that routing learns from, when it is asked for. An offer belongs to the period in which it ended. The company deletes offers some time after their question was closed (`offersKeptMs`, 30 days by default). Deleted offers still count, by whole days in UTC, without their reasons.'

const inboxRules =
  '`view=offered` lists two groups, which `counts` of the first page counts. Own offers come first, by the time left, then those without an end or whose time is up. Questions that are open to every expert follow, oldest first; `offer.isOpenToAll` is true for them. Open questions are listed during working hours only. A cursor stays valid while questions come and go: the next page begins after the place of the last question, even if that question has left the list. A question that came since then may stand on an earlier page.'

/** Every endpoint that needs a token. The scope check, 405 with Allow, and the documentation are generated from this table. */
export const endpoints = {
  getMe: {
    ...read,
    path: '/me',
    summary: 'Return the caller: name, address, role, scopes, company and the address of the socket',
  },
  changeOwnPassword: {
    ...write,
    kinds: staff,
    path: '/me/password',
    summary: "Change the caller's password and end their other sign-ins",
    description:
      'The sign-in of this token continues, and so do personal credentials of scripts. A wrong `currentPassword` counts like a wrong password at the sign-in. After a lost answer, repeat the request with the same token and `Idempotency-Key`.',
  },
  listOwnSessions: {
    ...read,
    kinds: people,
    path: '/me/sessions',
    summary: "List the caller's open sign-ins, the last used first, at most 100",
    description:
      'A token that does not come from a sign-in lists them too; `isCurrent` is then false for all. A sign-in of the widget is listed until its token expires.',
  },
  endOwnSession: {
    ...write,
    kinds: people,
    path: '/me/sessions/:uuid/end',
    summary: 'End a sign-in of the caller and all its tokens; also the one of this token',
  },
  endOtherSessions: {
    ...write,
    kinds: people,
    path: '/me/sessions/endOthers',
    summary: "End the caller's sign-ins except the one of this token",
  },
  askQuestion: { ...write, path: '/questions', summary: 'Ask a question' },
  listQuestions: { ...read, path: '/questions', summary: "List the user's questions in condensed form" },
  getQuestion: {
    ...read,
    path: '/questions/:uuid',
    summary: 'Return a question, or 304 if nothing changed',
    description: `For an expert whom routing set AWAY after missed offers, a request for an offered or open question without \`lastChecked\` and \`If-None-Match\` is a sign that they are back: they are AVAILABLE again.`,
  },
  editQuestion: { ...edit, path: '/questions/:uuid', summary: 'Change the text of a question' },
  rerouteQuestion: {
    ...write,
    path: '/questions/:uuid/reroute',
    summary: 'The user reroutes the question to an agent',
  },
  reviewMarkAsResolved: {
    ...write,
    path: '/questions/:uuid/reviewMarkAsResolved',
    summary: "The user approves or rejects an expert's mark-as-resolved",
  },
  closeQuestion: { ...write, path: '/questions/:uuid/close', summary: 'Close a question' },
  expireQuestion: { ...write, path: '/questions/:uuid/expire', summary: 'Expire a question' },

  claimQuestion: {
    ...expertWrite,
    path: '/questions/:uuid/claim',
    summary: 'Claim a question as an expert',
    description:
      'Only one of several concurrent calls succeeds; the others get 400 `already_claimed`. Its `error.takenBy` names the expert who was first to those who could see the question until then.',
  },
  releaseQuestion: { ...expertWrite, path: '/questions/:uuid/release', summary: 'Release a claim' },
  declineQuestion: { ...expertWrite, path: '/questions/:uuid/decline', summary: 'Decline an offer' },
  renewLease: {
    ...expertWrite,
    path: '/questions/:uuid/composing',
    summary: 'Renew the lease while the expert writes',
  },
  respond: { ...expertWrite, path: '/questions/:uuid/responses', summary: 'Answer a question as an expert' },
  escalateQuestion: {
    ...expertWrite,
    path: '/questions/:uuid/escalate',
    summary: 'An expert escalates a question: first to another expert, then to the agents',
    description:
      'If another expert could take the question now, it is released and offered to other experts for the second-opinion time of its category (`secondOpinionMs`, 3 minutes by default). During that time the question is `UNRESOLVED`, `isClaimed` is false, the event is `QUESTION_RELEASED`, and an unanswered question shows NOTIFYING_EXPERTS_SYSTEM_MESSAGE again. If no expert claims it in that time, or no other expert could take it, it is rerouted to the agents with type `BY_EXPERT` and event `QUESTION_ESCALATED_BY_EXPERT`.',
  },

  relabelQuestion: {
    ...expertWrite,
    path: '/questions/:uuid/relabel',
    summary: 'Correct the class of a question, or `out_of_scope` for none; the classifier learns it',
  },

  acceptResponse: { ...write, path: '/responses/:uuid/accept', summary: 'Accept the response as the answer' },
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
    summary: 'Mark a question resolved as its expert',
  },

  addMessage: { ...write, path: '/messages', summary: 'Add a message' },
  listMessages: { ...read, path: '/messages', summary: 'List messages' },
  editMessage: { ...edit, path: '/messages/:uuid', summary: 'Change the text of a message' },
  confirmMarkAsResolved: {
    ...write,
    path: '/messages/:uuid/markAsResolved',
    summary: 'Approve or reject a mark-as-resolved by the uuid of its prompt',
  },

  previewText: {
    ...write,
    path: '/previews',
    summary: 'Render a text as a message of the company would be; stores nothing',
  },
  listNotes: {
    ...read,
    kinds: staff,
    path: '/questions/:uuid/notes',
    summary: 'List the internal notes of a question, oldest first',
    description: 'Only the experts and agents of the question see them. Askers and integrations never do.',
  },
  addNote: {
    ...write,
    kinds: staff,
    path: '/questions/:uuid/notes',
    summary: 'Add an internal note for the experts and agents of a question',
    description: 'A note is no change of the question: it causes no event and no webhook.',
  },

  listReplies: {
    ...read,
    kinds: staff,
    path: '/replies',
    summary: "List the caller's saved replies and those of the company",
  },
  createReply: { ...write, kinds: staff, path: '/replies', summary: 'Add a saved reply' },
  updateReply: { ...edit, kinds: staff, path: '/replies/:uuid', summary: 'Change a saved reply' },
  removeReply: { ...write, kinds: staff, path: '/replies/:uuid/remove', summary: 'Remove a saved reply' },
  getDraft: {
    ...read,
    kinds: staff,
    path: '/me/drafts/:uuid',
    summary: "Return the caller's draft for a question; its text is empty if there is none",
  },
  saveDraft: {
    ...edit,
    kinds: staff,
    path: '/me/drafts/:uuid',
    summary: "Store the caller's draft for a question; an empty text deletes it",
    description:
      'Send the version you last read as `If-Match`. 412 means that the draft was changed on another device.',
  },

  getExpertProfile: { ...expertRead, path: '/experts/me', summary: "The expert's own profile" },
  updateExpertProfile: {
    ...expertRead,
    method: 'PUT',
    path: '/experts/me',
    summary: 'Change availability, capacity, languages, topics, working hours',
    description: `Also with an empty body a sign that the expert is there: an AWAY that routing set after missed offers ends. AWAY and OFFLINE that a person chose stay until a request changes them.`,
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
    summary: "The expert's inbox: offers by the time left, claimed questions oldest first, answered ones newest first",
    description: inboxRules,
  },

  getAgentQueue: { ...agentRead, path: '/agents/questions', summary: "The agents' queue, oldest first" },
  getHistory: {
    ...agentRead,
    kinds: ['agent', 'admin'],
    path: '/agents/questions/:uuid/history',
    summary: 'Return what happened to a question: its offers with the experts’ reasons, and its changes',
  },
  addAgentMessage: {
    ...agentWrite,
    path: '/agents/messages',
    summary: 'Answer as an agent and take over the question',
  },
  takeAsAgent: {
    ...agentWrite,
    path: '/agents/questions/:uuid/take',
    summary: 'Mark a rerouted question as yours, so that no other agent begins to answer it',
    description:
      'Only one of several concurrent calls succeeds; the others get 400 `already_taken`, whose message names the agent who has it. `takenBy` shows it to all agents. Other agents may still answer: the one who does has the question from then on.',
  },
  releaseAsAgent: {
    ...agentWrite,
    path: '/agents/questions/:uuid/release',
    summary: "Give a question that you took back to the agents' queue, with its age",
  },
  resolveByAgent: { ...agentWrite, path: '/agents/questions/:uuid/resolve', summary: 'Resolve a question as an agent' },
  closeByAgent: { ...agentWrite, path: '/agents/questions/:uuid/close', summary: 'Close a question as an agent' },

  openAskerSignIn: {
    ...write,
    kinds: ['integration'],
    path: '/users/signIn',
    summary: 'Obtain a one-time code with which a browser signs in as a user of the company',
    description:
      'For companies that have signed their user in themselves. Send the browser to `url`, or give `code` to the widget. The code works once within 60 s; a second use ends the sign-in. The sign-in ends with the integration, its secret, or the user. People of the staff sign in with their password: they get 403 `forbidden`. Blocked users get 403 `blocked`.',
    showsSecret: true,
  },
  forgetUser: { ...privacyWrite, path: '/users/forget', summary: 'Forget a user and erase their texts' },
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
    summary: 'Predict the experts that a text would be offered to',
  },
  getContent: { ...forAnswers, path: '/content', summary: 'Deprecated form of automaticAnswers' },

  uploadFile: {
    ...trainingWrite,
    path: '/files',
    upload: true,
    summary: 'Upload a training file; the same bytes again return the first file',
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
    summary: 'Add an expert; shows an invitation once, unless `invite` is false',
    description: invitationRules,
  },
  getManagedExpert: { ...adminRead, path: '/admin/experts/:uuid', summary: 'Return an expert' },
  getManagedExpertRecord: {
    ...adminRead,
    path: '/admin/experts/:uuid/record',
    summary: 'Return the record of an expert of the last 30 and 90 days, as the expert sees it',
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
    summary: 'End the password and all tokens of an expert; shows a link for a new password once',
    description: resetRules,
  },
  listStaff: { ...adminRead, path: '/admin/staff', summary: "List the company's agents and admins, newest first" },
  createStaffMember: {
    ...adminWrite,
    showsSecret: true,
    path: '/admin/staff',
    summary: 'Add an agent or admin; shows an invitation once, unless `invite` is false',
    description: invitationRules,
  },
  getStaffMember: { ...adminRead, path: '/admin/staff/:uuid', summary: 'Return an agent or admin' },
  updateStaffMember: {
    ...adminEdit,
    path: '/admin/staff/:uuid',
    summary: 'Change the name, e-mail address or role of an agent or admin',
    description:
      'Another role ends the tokens and sign-ins of the person; an open invitation stays. An admin cannot change their own role. A new address needs the scopes that `resetPassword` needs, and ends the links of the person. To deactivate or reactivate a person, use `/admin/users/{uuid}/block` and `/unblock`.',
  },
  resetStaffPassword: {
    ...adminWrite,
    showsSecret: true,
    path: '/admin/staff/:uuid/resetPassword',
    summary: 'End the password and all tokens of an agent or another admin; shows a link for a new password once',
    description: resetRules,
  },
  getCompany: { ...adminRead, path: '/admin/company', summary: 'Return the company and its settings' },
  updateCompany: {
    ...adminEdit,
    path: '/admin/company',
    summary: "Change the company's name, ratings, rendering and gates",
  },
  getStart: {
    ...adminRead,
    path: '/admin/start',
    summary: 'Return which first steps of a new company are done, read from its data',
    description:
      'CATEGORY: a category differs from the initial one. EXPERTS: three are active. INTEGRATION: one has a credential. WIDGET: its frame was opened in a page of `widgetOrigins`. ANSWER: an expert or agent answered a question, or an automatic answer was accepted. BACKUP: Postgres archived its log in the last day, and a base backup was made.',
  },
  dismissStart: {
    ...adminWrite,
    path: '/admin/start/dismiss',
    summary: 'Dismiss the page of first steps for all admins of the company; again has no effect',
  },
  listCategories: { ...adminRead, path: '/admin/categories', summary: "List the company's categories" },
  createCategory: { ...adminWrite, path: '/admin/categories', summary: 'Add a category' },
  getCategory: { ...adminRead, path: '/admin/categories/:uuid', summary: 'Return a category' },
  updateCategory: { ...adminEdit, path: '/admin/categories/:uuid', summary: 'Change a category' },
  listKnowledge: { ...adminRead, path: '/admin/knowledge', summary: 'List known answers' },
  createKnowledge: { ...adminWrite, path: '/admin/knowledge', summary: 'Add a known answer' },
  getKnowledge: { ...adminRead, path: '/admin/knowledge/:uuid', summary: 'Return a known answer' },
  updateKnowledge: { ...adminEdit, path: '/admin/knowledge/:uuid', summary: 'Change a known answer' },
  removeKnowledge: { ...adminWrite, path: '/admin/knowledge/:uuid/remove', summary: 'Remove a known answer' },
  listModels: { ...adminRead, path: '/admin/models', summary: 'List versions of the classifier, newest first' },
  getModel: {
    ...adminRead,
    path: '/admin/models/:uuid',
    summary: 'Return a version with precision and recall per class and its confused pairs',
  },
  compareModels: {
    ...adminRead,
    path: '/admin/models/:uuid/compare',
    summary: 'Compare two versions class by class',
  },
  pinModel: {
    ...adminWrite,
    path: '/admin/models/:uuid/pin',
    summary: 'Run a version, and keep it until it is unpinned',
  },
  unpinModel: {
    ...adminWrite,
    path: '/admin/models/:uuid/unpin',
    summary: 'Unpin a version, so that training may replace it',
  },
  rollBackModel: {
    ...adminWrite,
    path: '/admin/models/rollback',
    summary: 'Roll back to the previous version and pin it',
  },
  removeModel: {
    ...adminWrite,
    path: '/admin/models/:uuid/remove',
    summary: 'Remove a version that does not run, with what it learned',
  },
  getTraining: { ...adminRead, path: '/admin/training', summary: 'Return the training settings' },
  updateTraining: { ...adminEdit, path: '/admin/training', summary: 'Change the training settings' },
  listUnanswered: {
    ...adminRead,
    path: '/admin/answers/unanswered',
    summary: 'Group the questions of 30 days without a known answer by similarity, largest group first',
  },
  getAnswerPrecision: {
    ...adminRead,
    path: '/admin/answers/precision',
    summary: 'Asked, expected and observed precision of classes and automatic answers, by category',
  },
  listRejectedAnswers: {
    ...adminRead,
    path: '/admin/answers/rejected',
    summary: 'Known answers that askers usually reject, or that are suspended for it',
  },
  listStaleAnswers: {
    ...adminRead,
    path: '/admin/answers/stale',
    summary: 'Known answers that were neither changed nor accepted for a long time',
  },
  listAnswerConflicts: {
    ...adminRead,
    path: '/admin/answers/conflicts',
    summary: 'Known answers to nearly the same question that differ, in groups',
  },
  relabelAsAdmin: {
    ...adminWrite,
    path: '/admin/questions/:uuid/relabel',
    summary: 'Correct the class of a question, or `out_of_scope` for none; the classifier learns it',
  },
  listUsers: { ...adminRead, path: '/admin/users', summary: "List the company's people" },
  blockUser: { ...adminWrite, path: '/admin/users/:uuid/block', summary: 'Block a person; ends their tokens' },
  inviteUser: {
    ...adminWrite,
    showsSecret: true,
    path: '/admin/users/:uuid/invite',
    summary: 'Invite an expert, agent or another admin again; shows the link once',
    description: `${invitationRules} The present password of the person works until the invitation is accepted. Needs the scopes that \`resetPassword\` needs.`,
  },
  unblockUser: { ...adminWrite, path: '/admin/users/:uuid/unblock', summary: 'Unblock a person' },
  listPersonalCredentials: {
    ...adminRead,
    path: '/admin/users/:uuid/credentials',
    summary: 'List personal credentials, revoked ones included',
  },
  createPersonalCredential: {
    ...adminWrite,
    showsSecret: true,
    path: '/admin/users/:uuid/credentials',
    summary: 'Create a personal credential for scripts; shows its secret once',
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
    summary: 'List the open sign-ins of a person, the last used first, at most 100',
  },
  endSessionOfUser: {
    ...adminWrite,
    path: '/admin/users/:uuid/sessions/:sessionUuid/end',
    summary: 'End a sign-in of a person and all its tokens',
    description: sessionRule,
  },
  endSessionsOfUser: {
    ...adminWrite,
    path: '/admin/users/:uuid/sessions/endAll',
    summary: 'End all sign-ins of a person and their tokens',
    description: sessionRule,
  },
  listIntegrations: { ...adminRead, path: '/admin/integrations', summary: "List the company's integrations" },
  createIntegration: {
    ...adminWrite,
    showsSecret: true,
    path: '/admin/integrations',
    summary: 'Add an integration; shows its secret once',
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
    summary: 'A new client id and secret, shown once; ends the ones before and their tokens',
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
    summary: 'Remove an integration; ends its tokens',
  },
  getLivePicture: {
    ...adminRead,
    path: '/admin/live',
    summary: 'Return what happens at this moment: open questions by stage, the last hour, experts, models and queues',
  },
  searchQuestions: {
    ...adminRead,
    path: '/admin/questions',
    summary: "Search the company's questions, the last changed first",
    description:
      'Each page looks at 8,000 questions at most. A page may be short or empty although `nextCursor` continues: ask for the next one until it is null. A question that changes meanwhile moves to the first page, so the later pages may miss it.',
  },
  listQuestionEvents: {
    ...adminRead,
    path: '/admin/questions/:uuid/events',
    summary: 'List the changes of a question, oldest first',
  },
  explainRouting: {
    ...adminRead,
    path: '/admin/questions/:uuid/routing',
    summary: 'Explain per wave why each expert was or was not offered the question, and list what is due on it',
  },
  getClock: {
    ...adminRead,
    path: '/admin/clock',
    summary: "Return the company's time and the progress of its last advance",
  },
  advanceClock: {
    ...adminWrite,
    path: '/admin/clock',
    summary: "Advance a sandbox's clock; deadlines in between are processed in order",
  },
  reportPromises: {
    ...adminRead,
    path: '/admin/promises',
    summary: 'Report how promised answer times were kept',
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
    summary: 'List the invariants of questions with violations and recent repairs',
  },
  listAudit: { ...adminRead, path: '/admin/audit', summary: 'List administrative acts and sign-ins, newest first' },
  exportAudit: {
    ...adminRead,
    path: '/admin/audit/csv',
    summary: 'Export administrative acts and sign-ins as CSV, newest first',
    description: `Takes the filters of the list. A file has at most ${limits.auditExport.toLocaleString('en')} entries: use \`to\` for older ones. Cells that a spreadsheet would run as a formula begin with an apostrophe.`,
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
