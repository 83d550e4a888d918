import type { Endpoint } from '../endpoints.ts'

/** What may go wrong at an endpoint, for the documentation. `codes` are the usual ones, moves of the domain have more. */
export function documentedErrors(endpoint: Endpoint): { status: number; description: string; codes: string[] }[] {
  const hasBody = endpoint.method !== 'GET'
  const namesRow = endpoint.path.includes(':uuid')
  const moves = endpoint.method === 'POST' ? ['interaction_not_allowed', 'idempotency_key_reused'] : []
  return [
    {
      status: 400,
      description: 'The request is invalid, or the move is not possible now.',
      codes: badRequests(endpoint).concat(moves),
    },
    {
      status: 401,
      description: 'The token is missing or not accepted.',
      codes: ['token_missing', 'token_invalid', 'token_expired', 'token_revoked'],
    },
    {
      status: 403,
      description: 'The token may not do this.',
      codes: ['insufficient_scope', 'principal_not_allowed', 'not_yourself'],
    },
    ...(namesRow || hasBody
      ? [
          {
            status: 404,
            description: 'There is no such thing, or it is not yours to see.',
            codes: [notFoundCode(endpoint)],
          },
        ]
      : []),
    { status: 405, description: 'The path has other methods: see Allow.', codes: ['method_not_allowed'] },
    ...(hasBody
      ? [
          { status: 413, description: 'The body is too large.', codes: ['payload_too_large'] },
          { status: 415, description: 'The body is not JSON.', codes: ['unsupported_media_type'] },
        ]
      : []),
    { status: 429, description: 'Too many requests: see Retry-After.', codes: ['rate_limited'] },
    { status: 500, description: 'Something went wrong on our side.', codes: ['internal'] },
    {
      status: 503,
      description: 'A part of the service is away: see Retry-After.',
      codes: ['dependency_down', 'overloaded'],
    },
  ]
}

const badRequests = ({ method, path }: Endpoint): string[] => [
  'invalid_request',
  ...(path.includes(':uuid') ? ['invalid_uuid'] : []),
  ...(method === 'GET' ? [] : ['invalid_json']),
]

const foundUnder: Record<string, string> = {
  experts: 'expert',
  categories: 'category',
  knowledge: 'knowledge',
  users: 'person',
  integrations: 'integration',
  questions: 'question',
}

function notFoundCode({ path }: Endpoint): string {
  if (path.startsWith('/admin/')) return `${foundUnder[path.split('/')[2] ?? ''] ?? 'path'}_not_found`
  if (path.startsWith('/responses')) return 'response_not_found'
  if (path.startsWith('/automaticAnswers/')) return 'automatic_answer_not_found'
  if (path.startsWith('/messages/')) return 'message_not_found'
  return path.startsWith('/experts') ? 'expert_not_found' : 'question_not_found'
}
