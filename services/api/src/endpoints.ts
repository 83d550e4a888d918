import { type PrincipalKind, principalKinds, type Scope } from '@askline/contracts'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT'
  /** Below the versioned base. */
  path: string
  scope: Scope
  /** Who may call it at all; what they may then see or move is the domain's business. */
  kinds: readonly PrincipalKind[]
  summary: string
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
const privacyRead = { method: 'GET', scope: 'privacy', kinds: ['integration', 'admin'] } as const
const privacyWrite = { method: 'POST', scope: 'privacy', kinds: ['integration', 'admin'] } as const
const trainingRead = { method: 'GET', scope: 'training', kinds: ['integration', 'admin'] } as const
const trainingWrite = { method: 'POST', scope: 'training', kinds: ['integration', 'admin'] } as const
const adminRead = { method: 'GET', scope: 'admin', kinds: admins } as const
const adminWrite = { method: 'POST', scope: 'admin', kinds: admins } as const
const adminEdit = { method: 'PUT', scope: 'admin', kinds: admins } as const

/** Every endpoint that takes a token: the scope check, 405 with Allow, and the documentation are made from this table. */
export const endpoints = {
  askQuestion: { ...write, path: '/questions', summary: 'Ask a question' },
  listQuestions: { ...read, path: '/questions', summary: "List the user's questions in condensed form" },
  getQuestion: { ...read, path: '/questions/:uuid', summary: 'Return a question, or 304 when nothing changed' },
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
  expireQuestion: { ...write, path: '/questions/:uuid/expire', summary: 'Expire a question for good' },

  claimQuestion: { ...expertWrite, path: '/questions/:uuid/claim', summary: 'An expert takes the question' },
  releaseQuestion: { ...expertWrite, path: '/questions/:uuid/release', summary: 'An expert gives a claim back' },
  declineQuestion: { ...expertWrite, path: '/questions/:uuid/decline', summary: 'An expert declines an offer' },
  renewLease: { ...expertWrite, path: '/questions/:uuid/composing', summary: 'An expert is writing: renews the lease' },
  respond: { ...expertWrite, path: '/questions/:uuid/responses', summary: "An expert's first answer" },
  escalateQuestion: {
    ...expertWrite,
    path: '/questions/:uuid/escalate',
    summary: 'An expert gives a question up: another who could take it now is asked for a while, else agents get it',
  },

  relabelQuestion: {
    ...expertWrite,
    path: '/questions/:uuid/relabel',
    summary: 'An expert says what a question is really about, out_of_scope for no class: the classifier learns it',
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
  markAsResolved: { ...expertWrite, path: '/responses/:uuid/markAsResolved', summary: 'An expert marks it resolved' },

  addMessage: { ...write, path: '/messages', summary: 'Add a message' },
  listMessages: { ...read, path: '/messages', summary: 'List messages' },
  editMessage: { ...edit, path: '/messages/:uuid', summary: 'Change the text of a message' },
  confirmMarkAsResolved: {
    ...write,
    path: '/messages/:uuid/markAsResolved',
    summary: 'As reviewMarkAsResolved, naming the prompt',
  },

  getExpertProfile: { ...expertRead, path: '/experts/me', summary: "The expert's own profile" },
  updateExpertProfile: {
    ...expertRead,
    method: 'PUT',
    path: '/experts/me',
    summary: 'Change availability, capacity, languages, topics, working hours',
  },
  getInbox: {
    ...expertRead,
    path: '/experts/me/questions',
    summary: "The expert's inbox: what is offered or claimed oldest first, what was answered newest first",
  },

  getAgentQueue: { ...agentRead, path: '/agents/questions', summary: "The agents' queue, oldest first" },
  addAgentMessage: { ...agentWrite, path: '/agents/messages', summary: 'Answer as an agent, taking the question over' },
  resolveByAgent: { ...agentWrite, path: '/agents/questions/:uuid/resolve', summary: 'An agent resolves a question' },
  closeByAgent: { ...agentWrite, path: '/agents/questions/:uuid/close', summary: 'An agent closes a question' },

  forgetUser: { ...privacyWrite, path: '/users/forget', summary: 'Forget a person and erase what they wrote' },
  getForgetReceipt: { ...privacyRead, path: '/users/forget/:uuid', summary: 'What was erased where' },

  getClassification: {
    ...forAnswers,
    method: 'GET',
    path: '/classifications',
    summary: 'What a text is about',
  },
  classify: { ...forAnswers, path: '/classifications', summary: 'What a text is about' },
  findAutomaticAnswer: {
    ...forAnswers,
    path: '/automaticAnswers',
    summary: 'The known answer to a text, where one is good enough',
  },
  judgeAutomaticAnswer: {
    ...forAnswers,
    path: '/automaticAnswers/:uuid/feedback',
    summary: 'Whether an automatic answer helped; named by its uuid or by that of its content',
  },
  predictRouting: {
    method: 'POST',
    path: '/predictiveRouting',
    scope: 'routing:read',
    kinds: ['integration', 'admin'],
    summary: 'Whom a text would be offered to, without asking anybody',
  },
  getContent: { ...forAnswers, path: '/content', summary: 'Deprecated form of automaticAnswers' },

  uploadFile: {
    ...trainingWrite,
    path: '/files',
    upload: true,
    summary: 'Upload a file to train with; the same file again is the first one',
  },
  listFiles: { ...trainingRead, path: '/files', summary: 'Uploaded files, newest first' },
  getFile: { ...trainingRead, path: '/files/:uuid', summary: 'What became of an uploaded file' },
  removeFile: {
    ...trainingWrite,
    path: '/files/:uuid/remove',
    summary: 'Remove a file and all that came of its rows; models are trained without them',
  },
  uploadManagedFile: { ...adminWrite, path: '/admin/files', upload: true, summary: 'As POST /files' },
  listManagedFiles: { ...adminRead, path: '/admin/files', summary: 'As GET /files' },
  getManagedFile: { ...adminRead, path: '/admin/files/:uuid', summary: 'As GET /files/{uuid}' },
  removeManagedFile: { ...adminWrite, path: '/admin/files/:uuid/remove', summary: 'As POST /files/{uuid}/remove' },

  listManagedExperts: { ...adminRead, path: '/admin/experts', summary: "The company's experts" },
  createManagedExpert: { ...adminWrite, path: '/admin/experts', summary: 'Add an expert; shows a first password once' },
  updateManagedExpert: {
    ...adminEdit,
    path: '/admin/experts/:uuid',
    summary: 'Change an expert, or activate one again',
  },
  deactivateExpert: { ...adminWrite, path: '/admin/experts/:uuid/deactivate', summary: 'Offer an expert nothing more' },
  resetExpertPassword: {
    ...adminWrite,
    path: '/admin/experts/:uuid/resetPassword',
    summary: 'Give an expert a new password, shown once; ends their tokens',
  },
  getCompany: { ...adminRead, path: '/admin/company', summary: 'The company, and what it sets for all its questions' },
  updateCompany: {
    ...adminEdit,
    path: '/admin/company',
    summary: "Change the company's name, ratings, rendering and gates",
  },
  listCategories: { ...adminRead, path: '/admin/categories', summary: "The company's categories" },
  createCategory: { ...adminWrite, path: '/admin/categories', summary: 'Add a category' },
  updateCategory: { ...adminEdit, path: '/admin/categories/:uuid', summary: 'Change a category and its times' },
  listKnowledge: { ...adminRead, path: '/admin/knowledge', summary: 'Known answers' },
  createKnowledge: { ...adminWrite, path: '/admin/knowledge', summary: 'Add a known answer' },
  getKnowledge: { ...adminRead, path: '/admin/knowledge/:uuid', summary: 'A known answer' },
  updateKnowledge: { ...adminEdit, path: '/admin/knowledge/:uuid', summary: 'Change a known answer' },
  removeKnowledge: { ...adminWrite, path: '/admin/knowledge/:uuid/remove', summary: 'Remove a known answer' },
  listModels: { ...adminRead, path: '/admin/models', summary: 'Versions of the classifier, newest first' },
  getModel: {
    ...adminRead,
    path: '/admin/models/:uuid',
    summary: 'A version with precision and recall of each class and its confused pairs',
  },
  compareModels: {
    ...adminRead,
    path: '/admin/models/:uuid/compare',
    summary: 'Two versions side by side, class by class',
  },
  pinModel: {
    ...adminWrite,
    path: '/admin/models/:uuid/pin',
    summary: 'Let a version run, and nothing else until it is unpinned',
  },
  unpinModel: { ...adminWrite, path: '/admin/models/:uuid/unpin', summary: 'Let training replace a version again' },
  rollBackModel: {
    ...adminWrite,
    path: '/admin/models/rollback',
    summary: 'Go back to the version that ran before, and pin it',
  },
  getTraining: { ...adminRead, path: '/admin/training', summary: "How the company's models learn" },
  updateTraining: { ...adminEdit, path: '/admin/training', summary: "Change how the company's models learn" },
  listUnanswered: {
    ...adminRead,
    path: '/admin/answers/unanswered',
    summary:
      'What was asked in 30 days, got no automatic answer and is no known question meanwhile, grouped by likeness, largest group first',
  },
  getAnswerPrecision: {
    ...adminRead,
    path: '/admin/answers/precision',
    summary: 'How many texts are answered at which precision, and what was given in 30 days',
  },
  listRejectedAnswers: {
    ...adminRead,
    path: '/admin/answers/rejected',
    summary: 'Known answers that askers reject more often than not, or that are suspended for it',
  },
  listStaleAnswers: {
    ...adminRead,
    path: '/admin/answers/stale',
    summary: 'Known answers that were neither changed nor accepted for long',
  },
  relabelAsAdmin: {
    ...adminWrite,
    path: '/admin/questions/:uuid/relabel',
    summary: 'Say what a question is really about, out_of_scope for no class: the classifier learns it',
  },
  listUsers: { ...adminRead, path: '/admin/users', summary: "The company's people" },
  blockUser: { ...adminWrite, path: '/admin/users/:uuid/block', summary: 'Block a person; ends their tokens' },
  unblockUser: { ...adminWrite, path: '/admin/users/:uuid/unblock', summary: 'Let a blocked person in again' },
  listPersonalCredentials: {
    ...adminRead,
    path: '/admin/users/:uuid/credentials',
    summary: 'Client ids with which an expert, agent or admin runs scripts; ended ones too',
  },
  createPersonalCredential: {
    ...adminWrite,
    path: '/admin/users/:uuid/credentials',
    summary: 'Give an expert, agent or admin a client id and secret for scripts; shows the secret once',
  },
  revokePersonalCredential: {
    ...adminWrite,
    path: '/admin/users/:uuid/credentials/revoke',
    summary: "End one of a person's client ids and every token it obtained",
  },
  listIntegrations: { ...adminRead, path: '/admin/integrations', summary: "The company's integrations" },
  createIntegration: {
    ...adminWrite,
    path: '/admin/integrations',
    summary: 'Add an integration; shows its secret once',
  },
  updateIntegration: { ...adminEdit, path: '/admin/integrations/:uuid', summary: 'Change name or redirect addresses' },
  rotateIntegrationSecret: {
    ...adminWrite,
    path: '/admin/integrations/:uuid/rotateSecret',
    summary: 'A new client id and secret, shown once; ends the ones before and their tokens',
  },
  removeIntegration: {
    ...adminWrite,
    path: '/admin/integrations/:uuid/remove',
    summary: 'Remove an integration; ends its tokens',
  },
  explainRouting: {
    ...adminRead,
    path: '/admin/questions/:uuid/routing',
    summary: 'Why each expert was or was not offered the question, wave by wave',
  },
  getClock: {
    ...adminRead,
    path: '/admin/clock',
    summary: "The company's time, and how far an advance of it has come",
  },
  advanceClock: {
    ...adminWrite,
    path: '/admin/clock',
    summary: "Move a sandbox's clock forward; everything that falls due meanwhile happens, in order",
  },
  reportPromises: {
    ...adminRead,
    path: '/admin/promises',
    summary: 'How the answer times promised to askers were kept',
  },
  listDeadLetters: {
    ...adminRead,
    path: '/admin/dead-letters',
    summary: 'What could not be done however often it was tried, newest first',
  },
  replayDeadLetter: { ...adminWrite, path: '/admin/dead-letters/:uuid/replay', summary: 'Do once more what failed' },
  discardDeadLetter: { ...adminWrite, path: '/admin/dead-letters/:uuid/discard', summary: 'Give up what failed' },
  listInvariants: {
    ...adminRead,
    path: '/admin/invariants',
    summary: 'What must hold of every question, whether it does, and what was mended lately',
  },
  listAudit: { ...adminRead, path: '/admin/audit', summary: 'Who administered what, and who signed in, newest first' },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
