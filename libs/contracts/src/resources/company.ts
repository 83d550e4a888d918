import { type Static, Type } from 'typebox'
import { limits } from '../limits.ts'
import { ratingOrders } from '../words.ts'
import { Uuid } from './basics.ts'

/** Patterns of company settings: names in a rating system, phrases to find in texts, mail domains. */
export const ratingPattern = '^[A-Za-z0-9_-]{1,64}$'
export const phrasePattern = '[\\p{L}\\p{N}]'
export const domainPattern = '^[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})*$'

const Phrases = (description: string, examples: string[]) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: limits.nameLength, pattern: phrasePattern }), {
      maxItems: 1_000,
      description,
      examples: [examples],
    }),
  )

/** Rejects unknown settings, because a misspelled one would otherwise be ignored silently. */
export const closed = { additionalProperties: false } as const
export const allAtOnce = 'Replaces all settings. Omitted ones return to their defaults, and unknown ones are refused.'

/** Settings of a company for all its questions. Missing members have their defaults. */
export const CompanySettingsView = Type.Object(
  {
    ratingSystem: Type.Optional(
      Type.Object(
        {
          name: Type.String({ pattern: ratingPattern, examples: ['STARS'] }),
          order: Type.Enum(ratingOrders, {
            description: 'DESCENDING: `values` are listed best first. ASCENDING: worst first.',
          }),
          values: Type.Array(Type.String({ pattern: ratingPattern }), {
            minItems: 2,
            maxItems: 20,
            uniqueItems: true,
            examples: [['FIVE', 'FOUR', 'THREE', 'TWO', 'ONE']],
          }),
        },
        { ...closed, description: 'The rating system of responses; FIVE_POINT by default.' },
      ),
    ),
    markdown: Type.Optional(
      Type.Boolean({
        description:
          'Whether `bodyHtml` is rendered and sanitized Markdown. Otherwise it is text with links and line breaks.',
      }),
    ),
    bannedKeywords: Phrases(
      'Questions with one of these words or phrases are rejected. Case and punctuation are ignored.',
      ['lottery', 'free money'],
    ),
    bannedDomains: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 253, pattern: domainPattern }), {
        maxItems: 1_000,
        description: 'Questions of users with an address in one of these domains, or a subdomain, are rejected.',
        examples: [['spam.example']],
      }),
    ),
    emergencyPhrases: Phrases('Questions with one of these phrases go to the agents at once.', ['call an ambulance']),
    flagPersonalData: Type.Optional(
      Type.Boolean({
        description:
          'Whether questions with a payment card number or an IBAN go to the agents and never to experts; false.',
      }),
    ),
    avatarHosts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 253, pattern: domainPattern }), {
        maxItems: 100,
        description:
          'Hosts of pictures that experts may set as `avatarUrl`, without subdomains. Pictures on other hosts are replaced by a drawn one, because askers load them. None by default.',
        examples: [['images.example.com']],
      }),
    ),
    maxMessages: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description: 'Messages by people that a question may hold; 500 by default. Agents are never refused.',
      }),
    ),
  },
  { ...closed, description: allAtOnce },
)
export type CompanySettingsView = Static<typeof CompanySettingsView>

export const CompanyView = Type.Object({
  uuid: Uuid,
  tag: Type.String({ description: "Printed in a question's `companies`." }),
  name: Type.String(),
  isSandbox: Type.Boolean({ description: 'Whether its clock can be advanced.' }),
  settings: CompanySettingsView,
  dateCreated: Type.String(),
})
export type CompanyView = Static<typeof CompanyView>
