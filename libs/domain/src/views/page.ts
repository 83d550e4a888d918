import { InvalidValueError } from '../errors.ts'

/** How many rows of a list, 1 at the least, and after which: the `nextCursor` of the page before. */
export type PageWish = { limit: number; cursor?: string | undefined }

/**
 * One page of a list whose statement was asked for a row more than `limit`, and the cursor of the next: null where there is none.
 * `positionOf`: what the statement goes on from.
 */
export function pageOf<Row>(
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => string | number,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > page.length && last !== undefined
  return { page, nextCursor: hasMore ? Buffer.from(String(positionOf(last))).toString('base64url') : null }
}

const badCursor = () =>
  new InvalidValueError('invalid_cursor', 'cursor', 'cursor', 'cursor must be a nextCursor of this list')

/** The position of a cursor; undefined from the beginning. Throws InvalidValueError for one that has another form than `form`. */
function positionIn({ cursor }: PageWish, form: RegExp): string | undefined {
  if (cursor === undefined) return undefined
  const position = Buffer.from(cursor, 'base64url').toString()
  if (!form.test(position)) throw badCursor()
  return position
}

/** The row id to go on from; null from the beginning. Throws InvalidValueError for a cursor that is not one of ours. */
export const idAfter = (wish: PageWish): string | null =>
  positionIn(wish, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) ?? null

/** As `idAfter`, where positions are client ids. */
export const clientIdAfter = (wish: PageWish): string | null => positionIn(wish, /^ask-[0-9a-f]{24}$/) ?? null

/** As `idAfter`, where positions are whole numbers. */
export function numberAfter(wish: PageWish): number | null {
  const position = positionIn(wish, /^\d{1,15}$/)
  return position === undefined ? null : Number(position)
}
