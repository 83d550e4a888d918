import { type Static, Type } from 'typebox'
import { limits } from '../limits.ts'
import { ratingOrders } from '../words.ts'
import { Uuid } from './basics.ts'

/** Patterns of what a company sets: a name of its rating system, a phrase that can be found in a text, a mail domain. */
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

/** What is set must be known: a setting that was misspelt would be lost without a word. */
export const closed = { additionalProperties: false } as const
export const allAtOnce =
  'Sent, it takes the place of all settings: what it leaves out is the default again. One that nobody knows is refused.'

/** What a company sets for all its questions. Members that are missing mean the defaults. */
export const CompanySettingsView = Type.Object(
  {
    ratingSystem: Type.Optional(
      Type.Object(
        {
          name: Type.String({ pattern: ratingPattern, examples: ['STARS'] }),
          order: Type.Enum(ratingOrders, {
            description: 'DESCENDING: `values` stand best first; ASCENDING: worst first.',
          }),
          values: Type.Array(Type.String({ pattern: ratingPattern }), {
            minItems: 2,
            maxItems: 20,
            uniqueItems: true,
            examples: [['FIVE', 'FOUR', 'THREE', 'TWO', 'ONE']],
          }),
        },
        { ...closed, description: 'What a response can be rated with; FIVE_POINT by default.' },
      ),
    ),
    markdown: Type.Optional(
      Type.Boolean({
        description:
          'Whether `bodyHtml` is Markdown, rendered and sanitised; otherwise text with links and line breaks.',
      }),
    ),
    bannedKeywords: Phrases(
      'Questions with one of these words or phrases are turned away. Case and punctuation do not count.',
      ['lottery', 'free money'],
    ),
    bannedDomains: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 253, pattern: domainPattern }), {
        maxItems: 1_000,
        description: 'Questions of users with an address in one of these domains, or below it, are turned away.',
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
  },
  { ...closed, description: allAtOnce },
)
export type CompanySettingsView = Static<typeof CompanySettingsView>

export const CompanyView = Type.Object({
  uuid: Uuid,
  tag: Type.String({ description: "Printed in a question's `companies`." }),
  name: Type.String(),
  isSandbox: Type.Boolean({ description: 'Whether it may move its clock.' }),
  settings: CompanySettingsView,
  dateCreated: Type.String(),
})
export type CompanyView = Static<typeof CompanyView>
