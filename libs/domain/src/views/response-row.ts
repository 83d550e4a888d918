import { type RowOf, responses, types, users } from '@askline/db'
import { shownNameOf } from '../companies/shown-name.ts'

/** The columns of a ResponseRow, from `responses r left join users u`. */
export const responseRow = {
  id: responses.id,
  questionId: responses.questionId,
  type: responses.type,
  authorId: responses.authorId,
  authorName: types.nullable(users.name),
  authorAvatar: users.avatarUrl,
  isAccepted: responses.isAccepted,
  rating: responses.rating,
  ratingSystem: responses.ratingSystem,
  isViewedByUser: responses.isViewedByUser,
  quickReply: responses.quickReply,
  createdAt: responses.createdAt,
  updatedAt: responses.updatedAt,
}
export type ResponseRow = RowOf<typeof responseRow>

/** The select list of a ResponseRow. */
export const responseViewColumns = `r.id, r.question_id as "questionId", r.type, r.author_id as "authorId", ${shownNameOf('u')} as "authorName",
  u.avatar_url as "authorAvatar", r.is_accepted as "isAccepted", r.rating, r.rating_system as "ratingSystem", r.is_viewed_by_user as "isViewedByUser",
  r.quick_reply as "quickReply", r.created_at as "createdAt", r.updated_at as "updatedAt"`
