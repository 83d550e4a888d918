import { Best } from '../columns/best.ts'
import { floats, type Growing, ints } from '../columns/growing.ts'
import { width } from './signals.ts'

/**
 * Working memory of one ranking at a time. It is reused, so that a ranking allocates nothing in proportion to the history.
 * Each person gathered for a question has a seat: `people[seat]`, with signals at `rows[seat * width]`.
 */
export type WorkingMemory = {
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

export function buildWorkingMemory(): WorkingMemory {
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

/** Clears the memory and makes room for `people` people in total. */
export function clearWorkingMemory(memory: WorkingMemory, people: number): void {
  if (memory.seats.length < people) memory.seats.extend(people - memory.seats.length)
  for (let seat = 0; seat < memory.people.length; seat++) memory.seats.data[memory.people.data[seat]!] = 0
  memory.people.length = 0
  memory.rows.length = 0
  memory.topics.length = 0
  memory.votes.length = 0
  memory.polls.length = 0
  memory.ballots.length = 0
  memory.spread.length = 0
  memory.shares.length = 0
  memory.counted.length = 0
}

/** Returns the person's seat. A new seat has signals of zero. */
export function seatOf(memory: WorkingMemory, person: number): number {
  const seat = memory.seats.data[person]!
  return seat > 0 ? seat - 1 : takeSeat(memory, person)
}

function takeSeat(memory: WorkingMemory, person: number): number {
  const next = memory.people.push(person)
  memory.seats.data[person] = next + 1
  const first = memory.rows.extend(width)
  memory.rows.data.fill(0, first, first + width)
  memory.topics.push(0)
  memory.counted.data[memory.counted.extend(1)] = 0
  const votes = memory.votes.extend(3)
  memory.votes.data.fill(0, votes, votes + 3)
  return next
}
