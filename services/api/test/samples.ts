import type { EndpointName } from '../src/endpoints.ts'

/** A request to each endpoint that is right in itself: bad input is made from it by breaking one thing at a time. */
export type Sample = {
  who: 'integration' | 'ada' | 'bruno' | 'dora' | 'edda'
  row?:
    | 'question'
    | 'response'
    | 'message'
    | 'expert'
    | 'category'
    | 'knowledge'
    | 'person'
    | 'integration'
    | 'automatic_answer'
    | 'receipt'
    | 'file'
    | 'model'
    | 'dead_letter'
    | 'reply'
    | 'session'
  body?: object
  query?: Record<string, string>
}

/** Returns the URL of an endpoint's path with the uuid of its row. `sessionUuid` is a sign-in of the person, if `uuid` names one. */
export const urlOf = (path: string, uuid: string, sessionUuid: string) =>
  `/v1${path.replace(':uuid', uuid).replace(':sessionUuid', sessionUuid)}`

const text = 'How do I reset my PIN?'
const question = { who: 'ada', row: 'question' } as const
const response = { who: 'ada', row: 'response' } as const
const message = { who: 'ada', row: 'message' } as const
const offered = { who: 'bruno', row: 'question' } as const

const edda = { who: 'edda' } as const

export const samples: Record<EndpointName, Sample> = {
  getMe: { who: 'ada' },
  changeOwnPassword: { who: 'bruno', body: { currentPassword: text, newPassword: `${text} Quickly.` } },
  listOwnSessions: { who: 'ada' },
  endOwnSession: { who: 'ada', row: 'session', body: {} },
  endOtherSessions: { who: 'ada', body: {} },
  askQuestion: { who: 'ada', body: { text } },
  listQuestions: { who: 'ada' },
  getQuestion: question,
  editQuestion: { ...question, body: { text } },
  rerouteQuestion: { ...question, body: {} },
  reviewMarkAsResolved: { ...question, body: { confirm: true } },
  closeQuestion: { ...question, body: {} },
  expireQuestion: { ...question, body: {} },
  claimQuestion: { ...offered, body: {} },
  releaseQuestion: { ...offered, body: {} },
  declineQuestion: { ...offered, body: {} },
  renewLease: { ...offered, body: {} },
  respond: { ...offered, body: { text } },
  escalateQuestion: { ...offered, body: {} },
  relabelQuestion: { ...offered, body: { class: 'pin' } },
  acceptResponse: { ...response, body: {} },
  rateResponse: { ...response, body: { rating: 'POSITIVE_5' } },
  markAsRead: { ...response, body: {} },
  confirmAutoResponse: { ...response, body: { quickReply: 'ACCEPTED' } },
  addTestimonial: { ...response, body: { text } },
  markAsResolved: { who: 'bruno', row: 'response', body: {} },
  addMessage: { who: 'ada', body: { text, questionUuid: 'question' } },
  listMessages: { who: 'ada' },
  editMessage: { ...message, body: { text } },
  confirmMarkAsResolved: { ...message, body: { confirm: true } },
  previewText: { who: 'ada', body: { text } },
  listNotes: offered,
  addNote: { ...offered, body: { text } },
  listReplies: { who: 'bruno' },
  createReply: { who: 'bruno', body: { title: 'PIN', text } },
  updateReply: { ...edda, row: 'reply', body: {} },
  removeReply: { ...edda, row: 'reply', body: {} },
  getDraft: offered,
  saveDraft: { ...offered, body: { text } },
  getExpertProfile: { who: 'bruno' },
  updateExpertProfile: { who: 'bruno', body: {} },
  getExpertRecord: { who: 'bruno' },
  getInbox: { who: 'bruno' },
  getAgentQueue: { who: 'dora' },
  getHistory: { who: 'dora', row: 'question' },
  addAgentMessage: { who: 'dora', body: { text, questionUuid: 'question' } },
  takeAsAgent: { who: 'dora', row: 'question', body: {} },
  releaseAsAgent: { who: 'dora', row: 'question', body: {} },
  resolveByAgent: { who: 'dora', row: 'question', body: {} },
  closeByAgent: { who: 'dora', row: 'question', body: {} },
  openAskerSignIn: { who: 'integration', body: { userEmail: 'ada@bank.example' } },
  forgetUser: { ...edda, body: { userEmail: 'nobody@bank.example' } },
  listForgetReceipts: edda,
  getForgetReceipt: { ...edda, row: 'receipt' },
  getClassification: { who: 'ada', query: { text } },
  classify: { who: 'ada', body: { text } },
  findAutomaticAnswer: { who: 'ada', body: { text } },
  judgeAutomaticAnswer: { who: 'ada', row: 'automatic_answer', body: { quickReply: 'ACCEPTED' } },
  predictRouting: { ...edda, body: { text } },
  getContent: { who: 'ada', body: { text } },
  uploadFile: { who: 'integration' },
  listFiles: { who: 'integration' },
  getFile: { who: 'integration', row: 'file' },
  removeFile: { who: 'integration', row: 'file', body: {} },
  uploadManagedFile: edda,
  listManagedFiles: edda,
  getManagedFile: { ...edda, row: 'file' },
  removeManagedFile: { ...edda, row: 'file', body: {} },
  listManagedExperts: edda,
  createManagedExpert: { ...edda, body: { email: 'new@bank.example', name: 'New' } },
  getManagedExpert: { ...edda, row: 'expert' },
  getManagedExpertRecord: { ...edda, row: 'expert' },
  updateManagedExpert: { ...edda, row: 'expert', body: {} },
  deactivateExpert: { ...edda, row: 'expert', body: {} },
  resetExpertPassword: { ...edda, row: 'expert', body: {} },
  listStaff: edda,
  createStaffMember: { ...edda, body: { email: 'new@bank.example', name: 'New', role: 'agent' } },
  getStaffMember: { ...edda, row: 'person' },
  updateStaffMember: { ...edda, row: 'person', body: {} },
  resetStaffPassword: { ...edda, row: 'person', body: {} },
  getCompany: edda,
  updateCompany: { ...edda, body: {} },
  getStart: edda,
  dismissStart: { ...edda, body: {} },
  listCategories: edda,
  createCategory: { ...edda, body: { name: 'Loans' } },
  getCategory: { ...edda, row: 'category' },
  updateCategory: { ...edda, row: 'category', body: {} },
  listKnowledge: edda,
  createKnowledge: { ...edda, body: { question: text, answer: 'In the app.' } },
  getKnowledge: { ...edda, row: 'knowledge' },
  updateKnowledge: { ...edda, row: 'knowledge', body: {} },
  removeKnowledge: { ...edda, row: 'knowledge', body: {} },
  listModels: edda,
  getModel: { ...edda, row: 'model' },
  compareModels: { ...edda, row: 'model' },
  pinModel: { ...edda, row: 'model', body: {} },
  unpinModel: { ...edda, row: 'model', body: {} },
  rollBackModel: { ...edda, body: {} },
  removeModel: { ...edda, row: 'model', body: {} },
  getTraining: edda,
  updateTraining: { ...edda, body: {} },
  listUnanswered: edda,
  getAnswerPrecision: edda,
  listRejectedAnswers: edda,
  listStaleAnswers: edda,
  listAnswerConflicts: edda,
  relabelAsAdmin: { ...edda, row: 'question', body: { class: 'pin' } },
  listUsers: edda,
  inviteUser: { ...edda, row: 'person', body: {} },
  blockUser: { ...edda, row: 'person', body: {} },
  unblockUser: { ...edda, row: 'person', body: {} },
  listPersonalCredentials: { ...edda, row: 'person' },
  createPersonalCredential: { ...edda, row: 'person', body: {} },
  revokePersonalCredential: { ...edda, row: 'person', body: { clientId: 'person' } },
  updatePersonalCredential: { ...edda, row: 'person', body: { clientId: 'person' } },
  listSessionsOfUser: { ...edda, row: 'person' },
  endSessionOfUser: { ...edda, row: 'person', body: {} },
  endSessionsOfUser: { ...edda, row: 'person', body: {} },
  listIntegrations: edda,
  createIntegration: { ...edda, body: { systemId: 'shop', name: 'Shop' } },
  getIntegration: { ...edda, row: 'integration' },
  updateIntegration: { ...edda, row: 'integration', body: {} },
  rotateIntegrationSecret: { ...edda, row: 'integration', body: {} },
  updateIntegrationCredential: { ...edda, row: 'integration', body: { clientId: 'integration' } },
  removeIntegration: { ...edda, row: 'integration', body: {} },
  explainRouting: { ...edda, row: 'question' },
  getClock: edda,
  advanceClock: { ...edda, body: { advance: 'PT1H' } },
  reportPromises: edda,
  listDeadLetters: edda,
  replayDeadLetter: { ...edda, row: 'dead_letter', body: {} },
  discardDeadLetter: { ...edda, row: 'dead_letter', body: {} },
  listInvariants: edda,
  listAudit: edda,
  exportAudit: edda,
  getLivePicture: edda,
  searchQuestions: edda,
  listQuestionEvents: { ...edda, row: 'question' },
}
