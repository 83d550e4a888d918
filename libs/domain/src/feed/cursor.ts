import { createHash } from 'node:crypto'
import { comparePlaces, type Feed, type FeedPlace } from './read-feed.ts'

/** A place in a feed, as a client holds it. */
type FeedCursor = { feedId: string; place: FeedPlace }

// Bytes: the id of the feed, the transaction, the position, and a check that also depends on the company.
const [idEnd, txEnd, placeEnd, length] = [16, 24, 30, 36]

const checkOf = (companyId: string, place: Buffer) =>
  createHash('sha256')
    .update(companyId)
    .update(place)
    .digest()
    .subarray(0, length - placeEnd)

/** Returns the text of a place in the feed of a company. It is opaque to clients, and names nothing but the place. */
export function writeCursor(companyId: string, { feedId, place: { tx, position } }: FeedCursor): string {
  const bytes = Buffer.alloc(placeEnd)
  bytes.write(feedId.replaceAll('-', ''), 'hex')
  bytes.writeBigUInt64BE(BigInt(tx), idEnd)
  bytes.writeUIntBE(position, txEnd, placeEnd - txEnd)
  return Buffer.concat([bytes, checkOf(companyId, bytes)]).toString('base64url')
}

/** Returns the place of a cursor, or `undefined` if it is damaged, of another company or no cursor. */
export function readCursor(companyId: string, text: string): FeedCursor | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== length || bytes.toString('base64url') !== text) return undefined
  const place = bytes.subarray(0, placeEnd)
  if (!checkOf(companyId, place).equals(bytes.subarray(placeEnd))) return undefined
  const id = bytes.toString('hex', 0, idEnd)
  return {
    feedId: [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-'),
    place: { tx: String(bytes.readBigUInt64BE(idEnd)), position: bytes.readUIntBE(txEnd, placeEnd - txEnd) },
  }
}

/**
 * Returns why a feed cannot be read from a cursor, or `undefined` if it can. `gone`: the cursor is of a former feed, or older than the
 * reach of this one. `future`: it is after the end.
 */
export function findCursorFault(
  { feedId, place }: FeedCursor,
  { id, oldest, end }: Feed,
): 'gone' | 'future' | undefined {
  if (feedId !== id) return 'gone'
  if (comparePlaces(place, end) > 0) return 'future'
  return comparePlaces(place, oldest) < 0 ? 'gone' : undefined
}
