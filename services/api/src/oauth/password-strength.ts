import { InvalidValueError } from '@askline/domain/errors'
import { fold } from '@askline/domain/text/fold'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Names that belong to the owner of a password. Attackers try them first. */
export type PasswordOwner = { name: string; email: string | null; company: { name: string; tag: string } }

/** The lowest score of zxcvbn, of 0 to 4, that is accepted: more than 10^8 guesses. */
const lowestScore = 3
/** Characters that are scored. The time for a score grows with the square of the length. */
const scoredCharacters = 64

let scorer: ZxcvbnFactory | undefined
/** Returns the scorer, which is built at the first password, because it takes a twentieth of the time of a start. */
const findScorer = (): ZxcvbnFactory => {
  scorer ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: scoredCharacters })
  return scorer
}

const reasons = {
  'weak-name': 'it contains your name. Choose one without it.',
  'weak-email': 'it contains your e-mail address. Choose one without it.',
  'weak-company': 'it contains the name of your company. Choose one without it.',
  'weak-common': 'it is like a password that many people use. Choose several words that do not belong together.',
  'weak-repeat': 'it repeats the same characters or words. Choose several words that do not belong together.',
  'weak-sequence': 'it is a sequence such as abcd or 1234. Choose several words that do not belong together.',
  'weak-keyboard': 'it follows neighboring keys of the keyboard. Choose several words that do not belong together.',
  'weak-date': 'it consists of dates. Choose several words that do not belong together.',
  'weak-short': 'it has too few different parts. Add more words.',
}

const reasonOfWarning: Record<string, keyof typeof reasons> = {
  simpleRepeat: 'weak-repeat',
  extendedRepeat: 'weak-repeat',
  sequences: 'weak-sequence',
  straightRow: 'weak-keyboard',
  keyPattern: 'weak-keyboard',
  dates: 'weak-date',
  recentYears: 'weak-date',
  topTen: 'weak-common',
  topHundred: 'weak-common',
  common: 'weak-common',
  similarToCommon: 'weak-common',
  wordByItself: 'weak-common',
  pwned: 'weak-common',
  userInputs: 'weak-name',
}

/**
 * Throws InvalidValueError `password_weak` if a password is easy to guess or names its owner. `field` is its member of the
 * request. Length is checked before.
 */
export function assertStrongPassword(password: string, owner: PasswordOwner, field: string): void {
  const reason = findPersonalPart(password, owner) ?? findWeakness(password, owner)
  if (reason === undefined) return
  const message = `The new password is too easy to guess: ${reasons[reason]}`
  throw new InvalidValueError('password_weak', field, reason, message)
}

function findWeakness(password: string, { name, email, company }: PasswordOwner): keyof typeof reasons | undefined {
  const known = [name, email ?? '', company.name, company.tag].flatMap(wordsOf)
  // Signs between repeated or common parts make them look like many parts, but hardly harder to guess.
  const variants = [password, wordsOf(password).join('')].filter((variant) => variant !== '')
  const weak = variants.map((variant) => findScorer().check(variant, known)).find(({ score }) => score < lowestScore)
  return weak && (reasonOfWarning[weak.feedback.warning ?? ''] ?? 'weak-short')
}

function findPersonalPart(password: string, owner: PasswordOwner): keyof typeof reasons | undefined {
  const { name, email, company } = owner
  const localPart = email?.slice(0, email.lastIndexOf('@'))
  const contains = (parts: (string | undefined)[]) => parts.some((part) => part !== undefined && has(password, part))
  if (contains([name, ...wordsOf(name)])) return 'weak-name'
  if (contains([email ?? undefined, localPart])) return 'weak-email'
  return contains([company.name, company.tag]) ? 'weak-company' : undefined
}

/** Scripts whose words have no spaces between them, and few characters. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/**
 * Returns whether `password` contains `part`, whatever its letter case, accents and signs. A part of three letters must be a whole
 * word, and a shorter one is ignored, because others contain it by chance.
 */
function has(password: string, part: string): boolean {
  const sought = wordsOf(part).join('')
  const words = wordsOf(password)
  if (sought.length > 3 || (sought.length > 1 && unspaced.test(sought))) return words.join('').includes(sought)
  return sought.length === 3 && words.includes(sought)
}

/** Returns the words of a text: runs of letters and digits, folded and without accents. */
const wordsOf = (text: string): string[] =>
  fold(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? []
