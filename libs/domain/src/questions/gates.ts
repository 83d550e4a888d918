import type { CompanySettings, EventType, QuestionStatus, SystemMessageType, Turn } from '@askline/contracts'
import { domainOf } from '../people/address.ts'
import { findPhrases } from './phrases.ts'

/** The verdict of the gates on a new question: approved, rejected, or flagged for agents. */
export type Verdict = 'approved' | 'keyword' | 'domain' | 'blocked' | 'emergency' | 'personal-data'

/** The state of a new question by verdict (decisions/moves.md, the rows of `ask`). */
export const intake: Record<
  Verdict,
  { status: QuestionStatus; turn: Turn | null; message: SystemMessageType | null; event: EventType }
> = {
  approved: {
    status: 'UNRESOLVED',
    turn: 'experts',
    message: 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE',
    event: 'QUESTION_APPROVED',
  },
  keyword: {
    status: 'INAPPROPRIATE',
    turn: null,
    message: 'QUESTION_REJECTED_BY_KEYWORD_SYSTEM_MESSAGE',
    event: 'QUESTION_REJECTED_BY_KEYWORD',
  },
  domain: {
    status: 'INAPPROPRIATE',
    turn: null,
    message: 'QUESTION_REJECTED_BY_DOMAIN_SYSTEM_MESSAGE',
    event: 'QUESTION_REJECTED_BY_DOMAIN',
  },
  blocked: { status: 'INAPPROPRIATE', turn: null, message: null, event: 'QUESTION_REJECTED_BY_BLOCKED_USER' },
  emergency: {
    status: 'FLAGGED',
    turn: 'agents',
    message: 'QUESTION_REROUTED_SYSTEM_MESSAGE',
    event: 'QUESTION_FLAGGED_EMERGENCY',
  },
  'personal-data': {
    status: 'FLAGGED',
    turn: 'agents',
    message: 'QUESTION_REROUTED_SYSTEM_MESSAGE',
    event: 'QUESTION_FLAGGED_PII',
  },
}

/** `folded` is subject and text as `foldTogether` returns them. */
export type Gated = { subject: string; text: string; folded: string; isBlocked: boolean; address: string | null }

/**
 * Returns the verdict on a question by the company's lists. An emergency is checked first, because it must not be rejected. The
 * asker is checked before the text.
 */
export function verdictOn(question: Gated, settings: CompanySettings): Verdict {
  const { isEmergency, isBanned } = findPhrases(question.folded, settings)
  if (isEmergency) return 'emergency'
  if (question.isBlocked) return 'blocked'
  const domain = question.address?.slice(question.address.lastIndexOf('@') + 1)
  const isBannedDomain = (banned: string) => `.${domain}`.endsWith(`.${domainOf(banned)}`)
  if (domain !== undefined && (settings.bannedDomains ?? []).some(isBannedDomain)) return 'domain'
  if (isBanned) return 'keyword'
  if (settings.flagPersonalData && holdsPersonalData(`${question.subject}\n${question.text}`)) return 'personal-data'
  return 'approved'
}

/**
 * Returns whether a text contains a payment card number or an IBAN. A card number has a valid Luhn check digit (ISO/IEC 7812-1).
 * An IBAN has remainder 1 modulo 97 (ISO 13616). Both may be written in groups, with the same character between all of them: dates
 * and coordinates have two kinds. Other numbers may stand directly before or after them, so every run of groups is tested. A run has
 * a longest length, so the time is linear in the text.
 */
export function holdsPersonalData(text: string): boolean {
  // Groups of letters and digits stand at even places, and the characters between them at odd places.
  const parts = text.normalize('NFKC').split(/([^\p{L}\p{N}]+)/u)
  for (let first = 0; first < parts.length; first += 2) {
    const group = parts[first] ?? ''
    const isPhone = parts[first - 1]?.endsWith('+')
    const kind = ibanStart.test(group) ? iban : digits.test(group) && !isPhone ? card : undefined
    if (!kind) continue
    const between = parts[first + 1] ?? ''
    let run = group
    for (let next = first + 2; ; next += 2) {
      if (run.length >= shortest && kind.isMatch(run)) return true
      const added = parts[next] ?? ''
      if (run.length >= kind.longest || !joint.test(between) || parts[next - 1] !== between) break
      if (!kind.groups.test(added)) break
      run += added
    }
  }
  return false
}

const joint = /^[ .\p{Pd}]$/u
const shortest = 13
const digits = /^\d+$/
const ibanStart = /^[A-Za-z]{2}\d{2}/

/**
 * Lengths of card numbers by their first digits, as the large card networks issue them. Numbers of phones (IMEI) and SIM cards
 * have a Luhn digit too.
 */
const cardNumber =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:2[2-7]|5[1-5]|8[12]|97)\d{14}|3[47]\d{13}|3[0689]\d{12}|(?:35|5[06-9]|6\d)\d{14,17})$/

const card = {
  longest: 19,
  groups: digits,
  isMatch: (run: string): boolean => cardNumber.test(run) && passesLuhn(run),
}
const iban = { longest: 33, groups: /^[A-Za-z0-9]+$/, isMatch: isIban }

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Lengths of the SWIFT IBAN registry, by country. */
const ibanLengths = new Map(
  Object.entries({
    15: 'NO',
    16: 'BE',
    18: 'DK FI FO GL NL SD',
    19: 'MK SI',
    20: 'AT BA EE KZ LT LU MN XK',
    21: 'CH HR LI LV',
    22: 'BG BH CR DE GB GE IE ME RS VA',
    23: 'AE GI IL IQ OM SO TL',
    24: 'AD CZ ES MD PK RO SA SE SK TN VG',
    25: 'LY PT ST',
    26: 'IS TR',
    27: 'BI DJ FR GR IT MC MR SM',
    28: 'AL AZ BY CY DO GT HU LB NI PL SV',
    29: 'BR EG PS QA UA',
    30: 'JO KW MU YE',
    31: 'MT SC',
    32: 'LC',
    33: 'RU',
  }).flatMap(([length, countries]) => countries.split(' ').map((country) => [country, Number(length)] as const)),
)

/** Returns whether `characters` begin with an IBAN. */
function isIban(characters: string): boolean {
  const length = ibanLengths.get(characters.slice(0, 2).toUpperCase())
  if (length === undefined || characters.length < length) return false
  const moved = characters.slice(4, length) + characters.slice(0, 4)
  let remainder = 0
  for (const character of moved) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}
