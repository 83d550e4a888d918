type Schema = Record<string, unknown>

/** Examples by member name, for members whose schema has none. Null is one for members that are mostly null. */
const words: Record<string, unknown> = {
  uuid: '0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f',
  targetId: '0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f',
  name: 'Bruno',
  email: 'ada@example.com',
  subject: 'How do I reset my card PIN?',
  text: 'How do I reset my card PIN?',
  textHtml: 'How do I reset my card PIN?',
  question: 'How do I reset my card PIN?',
  questionText: 'How do I reset my card PIN?',
  body: 'In the app, under Cards.',
  bodyHtml: 'In the app, under Cards.',
  answer: 'In the app, under Cards.',
  avatarUrl: 'https://help.example.org/v1/avatars/0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f',
  id: 'ticket-4711',
  externalId: 'ticket-4711',
  system: 'shop',
  systemId: 'shop',
  languages: ['en'],
  topics: ['cards'],
  categories: ['Loans'],
  category: 'Loans',
  topic: 'cards',
  class: 'card_pin',
  predictedClass: 'card_pin',
  actual: 'card_pin',
  predicted: 'card_blocked',
  decidedBy: ['pin'],
  words: ['pin'],
  texts: ['How do I reset my card PIN?'],
  questionCategory: 'General',
  companies: ['bank'],
  companyTag: 'bank',
  rating: 'POSITIVE_5',
  order: 'DESCENDING',
  values: ['POSITIVE_5', 'NEUTRAL_POSITIVE_5', 'NEUTRAL_5', 'NEUTRAL_NEGATIVE_5', 'NEGATIVE_5'],
  isActive: true,
  isExpert: true,
  isInteractionAllowed: true,
  numResponses: 1,
  confidence: 0.92,
  score: 2.4,
  numberOfAnswers: '128',
  helpfulnessScore: '0.94',
  lastActiveDate: '2026-01-31T09:29:41.120Z',
  lastResponseTimeInMillis: '61000',
  estimatedResponseTimeInMillis: 61_000,
  estimatedAnswerDate: '2026-01-31T09:31:01Z',
  modelVersion: 'rules-3/questions-1204',
  reasons: ['gave accepted answers to similar questions'],
  reasonCodes: ['accepted_on_similar'],
  explanation: 'Bruno was offered it.',
  message: 'A sentence for people.',
  reason: 'It concerns a contract that I cannot see.',
  declineReason: 'It concerns a contract that I cannot see.',
  policyVersion: 'rules-3',
  task: 'The question expires.',
  kind: 'expert',
  field: 'class',
  sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  userAgent: 'Mozilla/5.0',
  disabledReason: null,
  failing: null,
  shortcut: 'pin',
  version: '1.0',
  serverTime: '2026-01-31T09:30:00Z',
  correlationId: '0f7c1c1e-1d2e',
  cursor: 'AZLT8HscfgeaUz8PDB0uPw',
  messagesCursor: 'AZLT8HscfgeaUz8PDB0uPw',
  nextCursor: null,
  now: '2026-01-31T09:30:00Z',
  limit: 20,
  language: 'en',
  timeZone: 'Europe/Berlin',
  from: '09:00',
  to: '17:00',
  holidays: ['2026-12-25'],
  url: 'https://help.example.org/invitation#Zk3w5vK1mB9pQ2sT7xY4aC6dE8fG0hJ1lN3oR5uW7zA',
  socketUrl: 'https://help.example.org',
  method: 'POST',
  path: '/responses/0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f/accept',
  redirectUris: ['https://shop.example.org/callback'],
  redirect_uri: 'https://shop.example.org/callback',
  clientId: 'shop-7Jq2',
  client_id: 'shop-7Jq2',
  clientIds: ['shop-7Jq2'],
  clientSecret: 'shown-this-once',
  client_secret: 'shown-this-once',
  password: 'correct horse battery staple',
  token: 'Zk3w5vK1mB9pQ2sT7xY4aC6dE8fG0hJ1lN3oR5uW7zA',
  currentPassword: 'correct horse battery staple',
  newPassword: 'another long sentence of mine',
  access_token: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl',
  token_type: 'Bearer',
  expires_in: 3_600,
  scope: 'questions:read questions:write',
  refresh_token: 'rT8kW2mN5pQ7sV9xB3cD6fG1hJ4lZ0aY',
  code: 'q7Yt2mVb9KxR4nLs8WcD',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  csrf: 'of-the-form',
  error: 'invalid_request',
  error_description: 'grant_type is missing',
}

/** Optional members that examples of requests include. */
const useful = new Set([
  'userEmail',
  'userName',
  'externalId',
  'language',
  'reason',
  'agentEmail',
  'agentName',
  'limit',
])

/**
 * Returns an example of a schema for the documentation: its own if it has one. `names` holds the components that it may
 * refer to. Requests show only required and useful members; answers show all.
 */
export function exampleOf(
  schema: Schema,
  names: Record<string, Schema>,
  kind: 'request' | 'answer',
  name = '',
): unknown {
  const ref = schema['$ref']
  if (typeof ref === 'string') return exampleOf(names[ref.slice(ref.lastIndexOf('/') + 1)] ?? {}, names, kind, name)
  if (Array.isArray(schema['examples'])) return schema['examples'][0]
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const types = [schema['type']].flat()
  const options = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(options)) types.push(...options.map((option) => option['type']))
  const isFit = types.includes(typeOf(words[name])) && (types[0] !== 'array' || isText(schema['items'] as Schema))
  if (name in words && isFit) return words[name]
  if (Array.isArray(options)) return exampleOf(options[0], names, kind, name)
  switch (types[0]) {
    case 'object':
      return exampleOfObject(schema, names, kind)
    case 'array':
      return [exampleOf(schema['items'] as Schema, names, kind)]
    case 'integer':
    case 'number':
      return schema['default'] ?? schema['minimum'] ?? 1
    case 'boolean':
      return schema['default'] ?? false
    case 'string':
      return exampleOfText(schema, name)
    default:
      return {}
  }
}

function exampleOfObject(schema: Schema, names: Record<string, Schema>, kind: 'request' | 'answer'): object {
  const required = (schema['required'] ?? []) as string[]
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const shown = members.filter(([name]) => kind === 'answer' || required.includes(name) || useful.has(name))
  return Object.fromEntries(shown.map(([name, member]) => [name, exampleOf(member, names, kind, name)]))
}

function exampleOfText({ pattern, format }: Schema, name: string): string {
  if (format === 'date') return '2026-01-31'
  if (String(pattern).includes('{8}-')) return '0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f'
  if (String(pattern).includes('@')) return 'ada@example.com'
  if (/^(date|last[A-Z]|.*Date$)/.test(name)) return '2026-01-31T09:30:00Z'
  return name
}

const isText = ({ type, anyOf }: Schema): boolean =>
  type === 'string' || (Array.isArray(anyOf) && anyOf.some((option) => isText(option)))

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
