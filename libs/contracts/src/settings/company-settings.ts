import { type Static, type TStringOptions, Type } from 'typebox'
import { limits } from '../limits.ts'
import { refinement } from '../refinement.ts'
import type { RatingSystem } from '../resources/responses.ts'
import { isTimeZone, refuseUnknownZone } from '../time-zones.ts'
import { agentsReads, pageLanguages, ratingOrders, replaceRules, widgetSides } from '../words.ts'
import {
  choice,
  closed,
  count,
  declareSetting,
  defaultsOf,
  duration,
  optionalSettings,
  requiredSettings,
  share,
} from './setting.ts'

/** Patterns of company settings: names in a rating system, phrases to find in texts, mail domains, the widget's pages and color. */
export const ratingPattern = '^[A-Za-z0-9_-]{1,64}$'
export const phrasePattern = '[\\p{L}\\p{N}]'
export const domainPattern = '^[\\p{L}\\p{M}\\p{N}-]{1,63}(\\.[\\p{L}\\p{M}\\p{N}-]{1,63})*\\.?$'
// Strict, because origins become part of a Content-Security-Policy. Plain HTTP is for developers' machines only.
export const originPattern =
  '^(https://[a-z0-9-]{1,63}(\\.[a-z0-9-]{1,63})*|http://(localhost|127\\.0\\.0\\.1))(:[1-9][0-9]{0,4})?$'
export const colorPattern = '^#[0-9a-f]{6}$'

/** A time zone by its IANA name. An unknown one is refused with the nearest known name. */
export const TimeZone = (options: TStringOptions = {}) =>
  Type.Refine(
    Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Berlin'], ...options }),
    isTimeZone,
    (name) => refinement(refuseUnknownZone(name)),
  )

const dayMs = 24 * 3_600_000

const phrases = (description: string, examples: string[]) =>
  declareSetting({ default: [], description }, (options) =>
    Type.Array(Type.String({ minLength: 1, maxLength: limits.nameLength, pattern: phrasePattern }), {
      maxItems: 1_000,
      ...options,
      examples: [examples],
    }),
  )
const domains = (maxItems: number, description: string, examples: string[]) =>
  declareSetting({ default: [], description }, (options) =>
    Type.Array(Type.String({ minLength: 1, maxLength: 253, pattern: domainPattern }), {
      maxItems,
      ...options,
      examples: [examples],
    }),
  )

const fivePoint: RatingSystem = {
  name: 'FIVE_POINT',
  order: 'DESCENDING',
  values: ['POSITIVE_5', 'NEUTRAL_POSITIVE_5', 'NEUTRAL_5', 'NEUTRAL_NEGATIVE_5', 'NEGATIVE_5'],
}

/** The settings of a company for all its questions. */
export const companySettings = {
  timeZone: declareSetting(
    {
      default: 'UTC',
      description: 'The time zone of the company, by its IANA name. The pages propose it for working hours.',
    },
    TimeZone,
  ),
  language: declareSetting(
    {
      default: 'en',
      description:
        'The language of the sign-in page and the widget for visitors whose browser prefers neither English nor German. It is also used for names of guests.',
    },
    (options) => Type.Enum(pageLanguages, options),
  ),
  ratingSystem: declareSetting(
    { default: fivePoint, defaultText: '`FIVE_POINT`', description: 'The rating system of responses.' },
    (options) =>
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
        { ...closed, ...options },
      ),
  ),
  markdown: choice({
    default: false,
    description:
      'Whether `bodyHtml` is rendered and sanitized Markdown. Otherwise it is plain text with links and line breaks.',
  }),
  bannedKeywords: phrases(
    'Words or phrases. Questions that contain one are rejected. Case and punctuation are ignored. Whole words are compared, except in Chinese, Japanese, Korean, Thai, Lao, Khmer and Myanmar script.',
    ['lottery', 'free money'],
  ),
  bannedDomains: domains(
    1_000,
    'Mail domains. Questions of users with an address in one of them, or in a subdomain, are rejected.',
    ['spam.example'],
  ),
  emergencyPhrases: phrases(
    'Phrases. Questions that contain one go to agents at once. They are matched as in `bannedKeywords`.',
    ['call an ambulance'],
  ),
  flagPersonalData: choice({
    default: false,
    description: 'Whether questions with a payment card number or an IBAN go to the agents and never to experts.',
  }),
  agentsRead: declareSetting(
    {
      default: 'ALL',
      description:
        'The questions that agents may read and take back. ALL: every question of the company. QUEUE: only questions that are or were with agents, because they were rerouted, flagged or taken back; others are 404. Admins read every question.',
    },
    (options) => Type.Enum(agentsReads, options),
  ),
  avatarHosts: domains(
    100,
    'Hosts of pictures that experts may set as `avatarUrl`, without subdomains. Pictures on other hosts are replaced by a drawn one, because askers load them.',
    ['images.example.com'],
  ),
  widgetOrigins: declareSetting(
    {
      default: [],
      description:
        'Origins of the pages that may embed the widget. Only `https`, or `http` on `localhost` and `127.0.0.1`. No page may embed it if the list is empty.',
    },
    (options) =>
      Type.Array(Type.String({ maxLength: 270, pattern: originPattern }), {
        maxItems: 100,
        ...options,
        examples: [['https://shop.example.com']],
      }),
  ),
  widgetColor: declareSetting(
    {
      default: '#1d4ed8',
      description: "Color of the widget's button. Its icon is black or white, whichever has more contrast.",
    },
    (options) => Type.String({ pattern: colorPattern, ...options, examples: ['#13703f'] }),
  ),
  widgetSide: declareSetting(
    {
      default: 'END',
      description:
        "Side of the page for the widget's button. END is the right side, or the left side in right-to-left pages.",
    },
    (options) => Type.Enum(widgetSides, options),
  ),
  widgetTitle: declareSetting(
    { default: '', defaultText: 'in the language of the browser', description: 'Title of the widget.' },
    (options) => Type.String({ maxLength: 60, ...options, examples: ['Ask the bank'] }),
  ),
  widgetGreeting: declareSetting(
    {
      default: '',
      defaultText: 'in the language of the browser',
      description: 'Text above the question field of the widget.',
    },
    (options) => Type.String({ maxLength: 300, ...options, examples: ['Our experts answer within an hour.'] }),
  ),
  maxMessages: count({
    default: 500,
    minimum: 1,
    maximum: 10_000,
    description: 'Maximum messages by people in a question. Agents are exempt.',
  }),
  offersKeptMs: duration({
    default: 30 * dayMs,
    minimum: dayMs,
    description: 'Time for which offers are kept after their question was closed.',
  }),
}

/** The default of each setting of a company. */
export const companyDefaults = defaultsOf(companySettings)

export const CompanySettingsView = optionalSettings(companySettings)
/** Settings of a company. Omitted settings have their defaults. */
export type CompanySettings = Static<typeof CompanySettingsView>

/** The settings of a company for training models. */
export const trainingSettings = {
  replace: declareSetting(
    {
      default: 'NOT_WORSE',
      description:
        'The rule for replacing the running model with a new one. NOT_WORSE: if its accuracy on examples that neither learned from is at most `tolerance` lower. ALWAYS: always. BY_HAND: only when it is pinned.',
    },
    (options) => Type.Enum(replaceRules, options),
  ),
  tolerance: share({
    default: 0.01,
    description: 'Loss of accuracy with which a new model still counts as not worse.',
  }),
  learnAnswers: choice({ default: true, description: 'Whether accepted answers of experts become known answers.' }),
  bytesPerDay: declareSetting(
    { default: 500 * 2 ** 20, unit: 'bytes', description: 'Bytes of files that may be uploaded in 24 hours.' },
    (options) => Type.Integer({ minimum: 0, maximum: 2 ** 40, ...options }),
  ),
}

/** The default of each training setting. */
export const trainingDefaults = defaultsOf(trainingSettings)

export const TrainingSettingsView = requiredSettings(trainingSettings)
/** All training settings of a company. */
export type TrainingSettings = Static<typeof TrainingSettingsView>
/** Changes of training settings. Omitted settings keep their values. */
export const TrainingChanges = Type.Partial(TrainingSettingsView)
