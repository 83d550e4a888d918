import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type Database, inSystem, type Tx } from '@askline/db'
import { findFirstKid } from '@askline/runtime'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type CommandContext, RefusedError } from './command.ts'

const page = 1_000

/** A list that outlives the database, in lines of JSON: a head, then one entry per line. Only ever grows, until entries expire. */
export type OutsideList<Entry> = {
  /** Name of the export command, for messages. */
  by: string
  check: (value: unknown) => value is Entry
  /** Returns the entries of the database after `after`, at most `limit`, always in the same order. */
  listAfter: (tx: Tx, after: Entry | undefined, limit: number) => Promise<Entry[]>
  /** Whether an entry has no effect any more. */
  isExpired?: (entry: Entry, now: Date) => boolean
}

export type Head = {
  /** Identifies the installation: see `findFirstKid`. */
  installation: string
  exportedAt: string
  /** The number of lines that follow. A list with fewer of them is torn. */
  entries: number
}

const head = Compile(
  Type.Object({
    installation: Type.String({ minLength: 1 }),
    exportedAt: Type.String({ minLength: 1 }),
    entries: Type.Integer({ minimum: 0 }),
  }),
)

/**
 * Reads a list that an export command wrote, or `undefined` if the file is empty. `-` reads from standard input. Throws RefusedError
 * if a line is missing or invalid, because a partly read list would leave things undone.
 */
async function readList<Entry>(
  { by, check }: OutsideList<Entry>,
  file: string,
): Promise<{ head: Head; entries: Entry[] } | undefined> {
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch((error: Error) => {
    throw new RefusedError(`${nameOf(file)} cannot be read: ${error.message}.`)
  })
  const [first, ...rest] = content.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (first === undefined) return undefined
  const found = parsed(first)
  if (!head.Check(found)) throw new RefusedError(`line 1: not written by ${by}, which begins with the installation.`)
  const faults: string[] = []
  const entries = rest.flatMap((json, at) => {
    const value = parsed(json)
    if (check(value)) return [value]
    faults.push(`line ${at + 2}: not written by ${by}.`)
    return []
  })
  if (faults.length > 0) throw new RefusedError(faults.join('\n'))
  if (entries.length === found.entries) return { head: found, entries }
  throw new RefusedError(
    `${nameOf(file)} has ${entries.length} entries, but its first line states ${found.entries}. Look for a copy.`,
  )
}

const nameOf = (file: string) => (file === '-' ? 'Standard input' : file)

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/**
 * Reads a list for the database of the same installation. Throws RefusedError if the list is empty, torn, or of another
 * installation.
 */
export async function readOutsideList<Entry>(
  db: Database,
  list: OutsideList<Entry>,
  file: string,
): Promise<{ head: Head; entries: Entry[] }> {
  const found = await readList(list, file)
  if (!found)
    throw new RefusedError(`${nameOf(file)} is empty, and ${list.by} never writes an empty list. Look for a copy.`)
  refuseOtherInstallation(file, found.head, await installationOf(db))
  return found
}

/**
 * Prints a list: what `earlier` has and what the database has, without expired entries. Throws RefusedError if `earlier` is of
 * another installation, so that an empty or foreign database cannot replace the list.
 */
export async function exportOutsideList<Entry>(
  { db, say, now }: Pick<CommandContext, 'db' | 'say' | 'now'>,
  list: OutsideList<Entry>,
  earlier: string,
): Promise<void> {
  const present = new Date(now() * 1_000)
  const installation = await installationOf(db)
  const known = await readList(list, earlier)
  if (known) refuseOtherInstallation(earlier, known.head, installation)
  const lines = new Set<string>()
  const add = (entries: Entry[]) => {
    for (const entry of entries) if (!list.isExpired?.(entry, present)) lines.add(JSON.stringify(entry))
  }
  add(known?.entries ?? [])
  let found: Entry[] = []
  do {
    const last = found.at(-1)
    found = await inSystem(db, (tx) => list.listAfter(tx, last, page))
    add(found)
  } while (found.length === page)
  const first: Head = { installation, exportedAt: present.toISOString(), entries: lines.size }
  say(JSON.stringify(first))
  for (const line of lines) say(line)
}

async function installationOf(db: Database): Promise<string> {
  const kid = await inSystem(db, findFirstKid)
  if (kid !== undefined) return kid
  throw new RefusedError('This database has no signing key, so no API ever ran on it. Is it the right one?')
}

function refuseOtherInstallation(file: string, { installation }: Head, own: string): void {
  if (installation === own) return
  throw new RefusedError(
    `${nameOf(file)} is the list of the installation ${installation}, and this database is of ${own}. ` +
      'If the database is right, move the list to another place and keep it. The export then starts a new list.',
  )
}
