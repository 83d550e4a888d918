import { catalogue as all, type CompanySettings } from '../settings/catalogue.ts'

export const catalogue = all.company

/** The settings that the page of the company shows, in its groups. */
export const groups = {
  region: ['language', 'timeZone'],
  intake: ['bannedKeywords', 'bannedDomains', 'emergencyPhrases', 'flagPersonalData'],
  conversation: ['markdown', 'maxMessages', 'ratingSystem', 'avatarHosts'],
  agents: ['agentsRead'],
  retention: ['offersKeptMs'],
} as const satisfies Record<string, readonly (keyof CompanySettings)[]>

/** The settings that the page of the widget shows. */
type OfWidget = Extract<keyof CompanySettings, `widget${string}`>
type Shown = (typeof groups)[keyof typeof groups][number] | OfWidget
/** A setting of the catalogue that neither page shows is an error here. */
export const groupNames: Exclude<keyof CompanySettings, Shown> extends never ? (keyof typeof groups)[] : never = [
  'region',
  'intake',
  'conversation',
  'agents',
  'retention',
]
