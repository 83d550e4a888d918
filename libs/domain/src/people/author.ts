import type { AuthorView, ExpertView } from '@askline/contracts'
import { type AvatarRules, avatarUrlOf } from './avatars.ts'

export type AuthorRow = {
  authorId: string | null
  authorKind: 'USER' | 'EXPERT' | 'AGENT' | 'SYSTEM' | 'AUTOMATIC'
  /** As `shownNameOf` returns it. */
  authorName: string | null
  authorAvatar: string | null
}

/** Returns name and picture of an author, never an e-mail address. The system has the name of the company. */
export function authorView(row: AuthorRow, companyName: string, avatars: AvatarRules): AuthorView {
  if (row.authorId === null || row.authorName === null)
    return { name: companyName, avatarUrl: null, type: row.authorKind }
  return {
    uuid: row.authorId,
    name: row.authorName,
    avatarUrl: row.authorKind === 'USER' ? null : avatarUrlOf(row.authorId, row.authorAvatar, avatars),
    type: row.authorKind,
  }
}

export type ExpertRow = {
  uuid: string
  /** As `shownNameOf` returns it. */
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

/** Returns an expert as askers see them. Reputation is printed as strings, as the specification requires. */
export const expertView = (row: ExpertRow, askerId: string, avatars: AvatarRules): ExpertView => ({
  uuid: row.uuid,
  name: row.name,
  avatarUrl: avatarUrlOf(row.uuid, row.avatar, avatars),
  isOriginalPoster: row.uuid === askerId,
  isExpert: true,
  isOfficial: row.isOfficial,
  isCertified: row.isCertified,
  isElite: row.isElite,
  reputation: reputationOf(row),
  lastActiveDate: row.lastActive,
})

/** Returns the reputation of an expert. `helpfulnessScore` is the mean rating, 0 to 1 with two decimals, or "0" without ratings. */
export const reputationOf = (row: Pick<ExpertRow, 'numberOfAnswers' | 'ratedAnswers' | 'ratingSum'>) => ({
  numberOfAnswers: String(row.numberOfAnswers),
  helpfulnessScore: row.ratedAnswers === 0 ? '0' : (row.ratingSum / row.ratedAnswers).toFixed(2),
})
