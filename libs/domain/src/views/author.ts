import type { AuthorView, ExpertView } from '@askline/contracts'

/** Every expert and agent has a picture: their own, or one the API draws from their uuid. */
export const avatarUrlOf = (userId: string, own: string | null, publicUrl: string): string =>
  own ?? `${publicUrl}/avatars/${userId}`

export type AuthorRow = {
  authorId: string | null
  authorKind: 'USER' | 'EXPERT' | 'AGENT' | 'SYSTEM' | 'AUTOMATIC'
  authorName: string | null
  authorAvatar: string | null
}

/** Name and picture, never an e-mail address. `companyName` speaks for the system. */
export function authorView(row: AuthorRow, companyName: string, publicUrl: string): AuthorView {
  if (row.authorId === null) return { name: companyName, avatarUrl: null, type: row.authorKind }
  return {
    uuid: row.authorId,
    name: row.authorName ?? '',
    avatarUrl: row.authorKind === 'USER' ? null : avatarUrlOf(row.authorId, row.authorAvatar, publicUrl),
    type: row.authorKind,
  }
}

export type ExpertRow = {
  uuid: string
  name: string
  avatar: string | null
  isOfficial: boolean
  isCertified: boolean
  isElite: boolean
  numberOfAnswers: number
  ratedAnswers: number
  ratingSum: number
  /** ISO 8601 with milliseconds. */
  lastActive: string
}

/** An expert as askers see them; reputation is printed as strings, as the specification has it. */
export const expertView = (row: ExpertRow, askerId: string, publicUrl: string): ExpertView => ({
  uuid: row.uuid,
  name: row.name,
  avatarUrl: avatarUrlOf(row.uuid, row.avatar, publicUrl),
  isOriginalPoster: row.uuid === askerId,
  isExpert: true,
  isOfficial: row.isOfficial,
  isCertified: row.isCertified,
  isElite: row.isElite,
  reputation: reputationOf(row),
  lastActiveDate: row.lastActive,
})

/** `helpfulnessScore` is the mean of ratings, 0 to 1, with two decimals; "0" before any rating. */
export const reputationOf = (row: Pick<ExpertRow, 'numberOfAnswers' | 'ratedAnswers' | 'ratingSum'>) => ({
  numberOfAnswers: String(row.numberOfAnswers),
  helpfulnessScore: row.ratedAnswers === 0 ? '0' : (row.ratingSum / row.ratedAnswers).toFixed(2),
})
