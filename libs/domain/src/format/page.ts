import { InvalidValueError } from '../errors.ts'

/** A page of a list: at most `limit` rows (1 or more) that follow `cursor`, the `nextCursor` of an earlier page. */
export type PageWish = { limit: number; cursor?: string | undefined }

/** Returns the cursor of a position in a list. */
export const cursorOf = (position: string | number): string => Buffer.from(String(position)).toString('base64url')

/**
 * Splits the rows of a statement that was asked for `limit + 1` into one page and the cursor of the next. The cursor is null
 * on the last page. `positionOf` returns what the statement continues after.
 */
export function pageOf<Row>(
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => string | number,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > page.length && last !== undefined
  return { page, nextCursor: hasMore ? cursorOf(positionOf(last)) : null }
}

/**
 * Most questions, people, known answers or answers of an expert that one page of a search looks at. A search that few rows pass takes several pages, some of them
 * empty. Part of SQL, because Postgres then plans for this number.
 */
export const searchWindow = 3_000

/**
 * As `pageOf`, for a search that looks at a limited number of rows. A page that ends before its limit continues after the last row that
 * the search looked at, which `findEnd` returns. It returns none if the search looked at all rows.
 */
export async function pageOfSearch<Position, Row extends Position>(
  rows: Row[],
  limit: number,
  positionOf: (row: Position) => string,
  findEnd: () => Promise<Position[]>,
): Promise<{ page: Row[]; nextCursor: string | null }> {
  const full = pageOf(rows, limit, positionOf)
  if (full.nextCursor !== null) return full
  const [end] = await findEnd()
  return { page: full.page, nextCursor: end ? cursorOf(positionOf(end)) : null }
}

const badCursor = () =>
  new InvalidValueError(
    'invalid_cursor',
    'cursor',
    'cursor',
    'cursor must be a `nextCursor` or `messagesCursor` that this list accepts. Leave it out to start at the beginning.',
  )

/** Returns the position of a cursor, or `undefined` without one. Throws InvalidValueError if it does not match `form`. */
function positionIn({ cursor }: PageWish, form: RegExp): string | undefined {
  if (cursor === undefined) return undefined
  const position = Buffer.from(cursor, 'base64url').toString()
  if (!form.test(position)) throw badCursor()
  return position
}

/** Returns the row id to continue after, or null at the beginning. Throws InvalidValueError for a foreign cursor. */
export const idAfter = (wish: PageWish): string | null =>
  positionIn(wish, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) ?? null

/** Returns the position of a row in a list that is ordered by its last change. */
export const changePosition = ({ changedAt, id }: { changedAt: Date; id: string }): string =>
  `${changedAt.getTime()} ${id}`

/** As `idAfter`, for lists whose positions are made by `changePosition`. */
export function changeAfter(wish: PageWish): { changedAt: Date; id: string } | undefined {
  const position = positionIn(wish, /^\d{12,14} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  const [ms, id] = position?.split(' ') ?? []
  return ms === undefined || id === undefined ? undefined : { changedAt: new Date(Number(ms)), id }
}

type OfferPosition = { groupedAt: Date; group: number; sortedAt: number; id: string }

/** Returns the position of a question in the list of offered questions. */
export const offerPosition = ({ groupedAt, group, sortedAt, id }: OfferPosition): string =>
  `${groupedAt.getTime()} ${group} ${sortedAt} ${id}`

/** As `idAfter`, for lists whose positions are made by `offerPosition`. */
export function offerAfter(wish: PageWish): OfferPosition | undefined {
  const position = positionIn(wish, /^\d{12,14} [0-2] \d{15,16} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  const [groupedAt, group, sortedAt, id] = position?.split(' ') ?? []
  return id === undefined
    ? undefined
    : { groupedAt: new Date(Number(groupedAt)), group: Number(group), sortedAt: Number(sortedAt), id }
}

type ClaimPosition = { isWaiting: boolean; id: string }

/** Returns the position of a question in the list of claimed questions. */
export const claimPosition = ({ isWaiting, id }: ClaimPosition): string => `${Number(isWaiting)} ${id}`

/** As `idAfter`, for lists whose positions are made by `claimPosition`. */
export function claimAfter(wish: PageWish): ClaimPosition | undefined {
  const position = positionIn(wish, /^[01] [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  const [isWaiting, id] = position?.split(' ') ?? []
  return id === undefined ? undefined : { isWaiting: isWaiting === '1', id }
}

/** As `idAfter`, for lists whose positions are client ids. */
export const clientIdAfter = (wish: PageWish): string | null => positionIn(wish, /^ask-[0-9a-f]{24}$/) ?? null

/** As `idAfter`, for lists whose positions are whole numbers. */
export function numberAfter(wish: PageWish): number | null {
  const position = positionIn(wish, /^\d{1,15}$/)
  return position === undefined ? null : Number(position)
}

/** Returns the cursor for the messages before the one with this number. */
export const cursorBefore = (seq: number): string => cursorOf(`before ${seq}`)

/** Returns the message number to continue at, and whether the list goes back from it. Throws InvalidValueError. */
export function messagePosition(wish: PageWish): { seq: number | null; isBackward: boolean } {
  const position = positionIn(wish, /^(before )?\d{1,15}$/)
  if (position === undefined) return { seq: null, isBackward: false }
  return { seq: Number(position.replace('before ', '')), isBackward: position.startsWith('before ') }
}
