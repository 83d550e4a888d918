import { limits, uuidPattern } from '@askline/contracts'
import type { Endpoint, EndpointName } from '../endpoints.ts'
import type { PublicEndpointName } from '../public-endpoints.ts'

export type DocumentedError = { status: number; description: string; codes: string[] }

/**
 * Returns the errors of an endpoint with all their codes. The described `request` shows which faults a request can have.
 */
export function documentedErrors(name: string, endpoint: Endpoint, request: object): DocumentedError[] {
  const hasBody = endpoint.method !== 'GET'
  const found = notFoundCodes(name, endpoint)
  return [
    {
      status: 400,
      description: 'The request is invalid, or the question does not allow it in its current state.',
      codes: badRequests(name, endpoint, JSON.stringify(request)),
    },
    {
      status: 401,
      description: 'The token is missing or invalid. `WWW-Authenticate` has the reason.',
      codes: ['token_missing', 'token_invalid', 'token_expired', 'token_revoked'],
    },
    {
      status: 403,
      description: 'The token lacks permission, or HTTPS is required.',
      codes: [
        'insufficient_scope',
        'principal_not_allowed',
        'not_yourself',
        'https_required',
        ...(['editMessage', 'forgetUser', 'openAskerSignIn', 'createReply', 'updateReply', 'removeReply'].includes(name)
          ? ['forbidden']
          : []),
        ...(namesPerson.includes(name as EndpointName) ? ['blocked'] : []),
      ],
    },
    ...(found.length === 0
      ? []
      : [{ status: 404, description: 'The object does not exist, or the caller may not see it.', codes: found }]),
    ...ofEveryPath,
    ...(endpoint.method === 'PUT' ? [staleVersion] : []),
    ...(hasBody ? ofBodies : []),
    tooMany,
    ourFault,
    away,
  ]
}

/** Returns the errors of an endpoint without a token, with all their codes. */
export const documentedPublicErrors = (name: PublicEndpointName): DocumentedError[] => [
  {
    status: 400,
    description: 'The request is invalid, or the link is unknown, expired or used.',
    codes: ['invalid_request', 'invalid_json', ...refusalsOfPublic[name]],
  },
  ...notFoundOfPublic(name),
  ...ofEveryPath,
  ...ofBodies,
  tooMany,
  ourFault,
  away,
]

const refusalsOfPublic: Record<PublicEndpointName, string[]> = {
  setUp: ['token_invalid', 'email_invalid', 'password_weak'],
  previewLink: ['token_invalid', 'invitation_spent'],
  acceptInvitation: ['token_invalid', 'invitation_spent', 'password_weak', 'name_invalid'],
  forgotPassword: [],
  setForgottenPassword: ['token_invalid', 'password_weak'],
}

const notFoundOfPublic = (name: PublicEndpointName): DocumentedError[] =>
  name === 'setUp'
    ? [{ status: 404, description: 'The setup is complete, because a company exists.', codes: ['setup_done'] }]
    : []

/** Endpoints at which an integration names the person who acts. */
const namesPerson: EndpointName[] = [
  'openAskerSignIn',
  'editQuestion',
  'rerouteQuestion',
  'reviewMarkAsResolved',
  'closeQuestion',
  'expireQuestion',
  'addMessage',
  'editMessage',
  'confirmMarkAsResolved',
  'acceptResponse',
  'rateResponse',
  'markAsRead',
  'confirmAutoResponse',
  'addTestimonial',
  'judgeAutomaticAnswer',
  'addAgentMessage',
  'takeAsAgent',
  'releaseAsAgent',
  'resolveByAgent',
  'closeByAgent',
]

const staleVersion = {
  status: 412,
  description: '`If-Match` does not name the current version. Read it again, then repeat the request.',
  codes: ['version_mismatch'],
}
export const wrongMethod = {
  status: 405,
  description: 'The path does not support this method. `Allow` lists the supported methods.',
  codes: ['method_not_allowed'],
}
/** Errors of every path. */
export const ofEveryPath: DocumentedError[] = [
  wrongMethod,
  { status: 408, description: 'The request did not arrive in time.', codes: ['request_timeout'] },
  {
    status: 431,
    description: `The request line and headers have more than ${limits.headerBytes} bytes. Send long texts in the body of a POST.`,
    codes: ['headers_too_large'],
  },
]
/** Errors of requests that reach no endpoint. */
export const ofNoEndpoint: DocumentedError[] = [
  {
    status: 400,
    description: 'The request is not valid HTTP, or its path cannot be decoded.',
    codes: ['invalid_request'],
  },
  { status: 404, description: 'The path does not exist.', codes: ['path_not_found'] },
  ...ofEveryPath,
]
/** The error of a malformed id in a path that needs no token. */
export const malformedUuid = {
  status: 400,
  description: 'The uuid is malformed.',
  codes: ['invalid_uuid', 'invalid_request'],
}
const ofBodies: DocumentedError[] = [
  { status: 413, description: 'The body is too large.', codes: ['payload_too_large'] },
  { status: 415, description: 'The body has an unsupported media type.', codes: ['unsupported_media_type'] },
]
const tooMany = {
  status: 429,
  description: 'There were too many requests. Wait for the seconds in `Retry-After`.',
  codes: ['rate_limited'],
}
export const ourFault = {
  status: 500,
  description:
    'An internal error occurred. Normally nothing was changed. Report the correlation id if it happens again.',
  codes: ['internal'],
}
const away = {
  status: 503,
  description: 'A dependency is down, or the service is overloaded. Wait for the seconds in `Retry-After`.',
  codes: ['dependency_down', 'overloaded'],
}

/** Returns the codes of 400: first those of the request's form, then those of the move or the values. */
function badRequests(name: string, { method }: Endpoint, request: string): string[] {
  const has = (word: string) => request.includes(JSON.stringify(word).slice(1, -1))
  return [
    'invalid_request',
    ...(has(uuidPattern) ? ['invalid_uuid'] : []),
    ...(method === 'GET' ? [] : ['invalid_json', 'idempotency_key_reused']),
    ...(request.includes('"name":"cursor"') ? ['invalid_cursor'] : []),
    ...(refusals[name as EndpointName] ?? []),
  ]
}

/** Codes of a question that is closed or in other hands. */
const moved = ['interaction_not_allowed', 'move_not_allowed', 'already_rerouted']
const asExpert = [...moved, 'claim_lost', 'not_claimed', 'offer_closed', 'already_claimed', 'at_capacity']
const asAgent = [...moved, 'agent_unknown', 'email_invalid', 'name_invalid']
const ofExpert = ['name_invalid', 'languages_invalid', 'capacity_invalid', 'working_hours_invalid', 'category_unknown']

/** Codes of a file that is refused as a whole on upload. */
const fileFaults = [
  'file_empty',
  'file_binary',
  'file_encoding',
  'file_compressed',
  'header_unknown',
  'header_incomplete',
].concat('file_extension', 'row_too_large', 'quote_not_closed', 'file_quota_exceeded')

/** Codes of 400 from the domain. A test fails if an answer has a code that is listed neither here nor above. */
const refusals: Partial<Record<EndpointName, string[]>> = {
  changeOwnPassword: ['password_wrong', 'password_unchanged', 'password_weak'],
  askQuestion: ['external_id_taken', 'external_ids_disagree', 'category_unknown', 'name_invalid', 'email_invalid'],
  editQuestion: moved,
  rerouteQuestion: [...moved, 'company_tag_unknown'],
  reviewMarkAsResolved: [...moved, 'no_prompt_open'],
  closeQuestion: [...moved, 'integration_unknown'],
  expireQuestion: moved,
  claimQuestion: [...asExpert, 'not_one_to_one'],
  releaseQuestion: asExpert,
  declineQuestion: asExpert,
  renewLease: asExpert,
  respond: [...asExpert, 'already_responded', 'conversation_full'],
  escalateQuestion: asExpert,
  acceptResponse: [...moved, 'automatic_response'],
  rateResponse: [...moved, 'invalid_rating'],
  markAsRead: moved,
  confirmAutoResponse: [...moved, 'not_automatic', 'already_decided'],
  addTestimonial: [...moved, 'testimonial_exists'],
  markAsResolved: asExpert,
  addMessage: [...asExpert, 'conversation_full', 'question_mismatch', 'question_required', 'respond_first'],
  editMessage: moved,
  addNote: ['interaction_not_allowed'],
  createReply: ['too_many_replies'],
  confirmMarkAsResolved: [...moved, 'no_prompt_open'],
  replayDeadLetter: ['already_settled', 'not_replayable'],
  discardDeadLetter: ['already_settled'],
  updateExpertProfile: ofExpert,
  addAgentMessage: [...asAgent, 'not_one_to_one'],
  takeAsAgent: [...asAgent, 'already_taken'],
  releaseAsAgent: [...asAgent, 'not_taken'],
  resolveByAgent: asAgent,
  closeByAgent: asAgent,
  forgetUser: ['email_invalid', 'last_admin'],
  openAskerSignIn: ['name_invalid', 'email_invalid'],
  blockUser: ['last_admin'],
  inviteUser: ['person_inactive', 'person_is_asker'],
  resetExpertPassword: ['person_inactive'],
  resetStaffPassword: ['person_inactive'],
  findAutomaticAnswer: ['category_unknown'],
  getContent: ['category_unknown'],
  predictRouting: ['category_unknown'],
  judgeAutomaticAnswer: ['no_answer_given', 'already_decided'],
  createManagedExpert: [...ofExpert, 'email_taken', 'email_invalid'],
  advanceClock: ['not_a_sandbox', 'duration_invalid', 'too_many_advances'],
  updateManagedExpert: ofExpert,
  updatePersonalCredential: ['scope_unfit', 'limit_too_high'],
  updateIntegrationCredential: ['scope_unfit', 'limit_too_high'],
  createStaffMember: ['email_taken', 'email_invalid', 'name_invalid'],
  updateStaffMember: ['email_taken', 'email_invalid', 'name_invalid', 'last_admin'],
  createPersonalCredential: ['role_unfit', 'person_inactive'],
  updateCompany: ['name_invalid'],
  createCategory: ['name_invalid', 'category_name_taken', 'requirements_invalid'],
  updateCategory: ['name_invalid', 'category_name_taken', 'requirements_invalid'],
  createIntegration: ['name_invalid', 'system_id_invalid', 'system_id_taken', 'redirect_uri_invalid'],
  updateIntegration: ['name_invalid', 'redirect_uri_invalid'],
  uploadFile: fileFaults,
  uploadManagedFile: fileFaults,
  pinModel: ['model_stale'],
  rollBackModel: ['no_earlier_model', 'model_not_running', 'model_stale'],
  removeModel: ['model_running'],
  createKnowledge: ['source_unknown', 'source_forgotten'],
  updateKnowledge: ['knowledge_forgotten'],
}

const foundUnder: Record<string, string> = {
  'dead-letters': 'dead_letter',
  experts: 'expert',
  categories: 'category',
  knowledge: 'knowledge',
  users: 'person',
  staff: 'person',
  integrations: 'integration',
  questions: 'question',
  files: 'file',
  models: 'model',
  replies: 'reply',
}

/** Codes of 404 for rows that a body names. Other endpoints can only miss the row of their path. */
const namedByBody: Partial<Record<EndpointName, string[]>> = {
  askQuestion: ['person_not_found'],
  addMessage: ['question_not_found', 'response_not_found'],
  listMessages: ['question_not_found', 'response_not_found'],
  addAgentMessage: ['question_not_found'],
  getExpertProfile: ['expert_not_found'],
  updateExpertProfile: ['expert_not_found'],
  getExpertRecord: ['expert_not_found'],
  getInbox: ['expert_not_found'],
  respond: ['question_not_found'],
  getDraft: ['question_not_found'],
  saveDraft: ['question_not_found'],
  endOwnSession: ['session_not_found'],
  endSessionOfUser: ['person_not_found', 'session_not_found'],
  revokePersonalCredential: ['person_not_found', 'credential_not_found'],
  updatePersonalCredential: ['person_not_found', 'credential_not_found'],
  updateIntegrationCredential: ['integration_not_found', 'credential_not_found'],
}

function notFoundCodes(name: string, { path }: Endpoint): string[] {
  const named = namedByBody[name as EndpointName]
  if (named) return named
  if (!path.includes(':uuid')) return []
  const [, first = '', second = ''] = path.split('/')
  if (first === 'admin') return [`${foundUnder[second] ?? second.replace(/s$/, '')}_not_found`]
  if (path.startsWith('/agents/questions')) return ['question_not_found']
  if (path.startsWith('/users/forget')) return ['receipt_not_found']
  if (first === 'replies') return ['reply_not_found']
  return [`${first === 'automaticAnswers' ? 'automatic_answer' : first.replace(/s$/, '')}_not_found`]
}
