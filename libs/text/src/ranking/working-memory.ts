import { Best } from '../columns/best.ts'
import { floats, type Growing, ints } from '../columns/growing.ts'
import { width } from './signals.ts'

/**
 * Working memory of one ranking at a time. It is reused, so that a ranking allocates nothing in proportion to the history.
 * Each person gathered for a question has a seat: `people[seat]`, with signals at `rows[seat * width]`.
 */
export type Desk = {
  readonly scores: Growing<Float32Array>
  readonly touched: Growing<Int32Array>
  readonly similar: Best
  /** Maps a person to seat number + 1; 0 means none. */
  readonly seats: Growing<Int32Array>
  readonly people: Growing<Int32Array>
  readonly rows: Growing<Float32Array>
  readonly topics: Growing<Float32Array>
  /** Votes of one term by seat: all, accepted, recent. */
  readonly votes: Growing<Float32Array>
  readonly voters: Growing<Int32Array>
  /** The terms that were read: weight, whether the term is a tag, and the end of its ballots. */
  readonly polls: Poll[]
  /** Seat and votes alternately, poll after poll. */
  readonly ballots: Growing<Int32Array>
  /** Number of possible answers by part of the past: similar questions first, then poll after poll. */
  readonly spread: Growing<Float32Array>
  /** Shares of the parts of the past, for each chosen seat. */
  readonly shares: Growing<Float32Array>
  /** Votes of one poll by seat, zero between polls. */
  readonly counted: Growing<Int32Array>
  readonly chosen: Best
}

export type Poll = { readonly weight: number; readonly isTag: boolean; readonly end: number }

const mostSimilar = 200

export function buildDesk(): Desk {
  return {
    scores: floats(),
    touched: ints(),
    similar: new Best(mostSimilar),
    seats: ints(),
    people: ints(),
    rows: floats(),
    topics: floats(),
    votes: floats(),
    voters: ints(),
    polls: [],
    ballots: ints(),
    spread: floats(),
    shares: floats(),
    counted: ints(),
    chosen: new Best(80),
  }
}

/** Clears the desk and makes room for `people` people in total. */
export function clearDesk(desk: Desk, people: number): void {
  if (desk.seats.length < people) desk.seats.extend(people - desk.seats.length)
  for (let seat = 0; seat < desk.people.length; seat++) desk.seats.data[desk.people.data[seat]!] = 0
  desk.people.length = 0
  desk.rows.length = 0
  desk.topics.length = 0
  desk.votes.length = 0
  desk.polls.length = 0
  desk.ballots.length = 0
  desk.spread.length = 0
  desk.shares.length = 0
  desk.counted.length = 0
}

/** Returns the person's seat. A new seat has signals of zero. */
export function seatOf(desk: Desk, person: number): number {
  const seat = desk.seats.data[person]!
  return seat > 0 ? seat - 1 : takeSeat(desk, person)
}

function takeSeat(desk: Desk, person: number): number {
  const next = desk.people.push(person)
  desk.seats.data[person] = next + 1
  const first = desk.rows.extend(width)
  desk.rows.data.fill(0, first, first + width)
  desk.topics.push(0)
  desk.counted.data[desk.counted.extend(1)] = 0
  const votes = desk.votes.extend(3)
  desk.votes.data.fill(0, votes, votes + 3)
  return next
}
