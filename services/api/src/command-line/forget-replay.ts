import { readFile } from 'node:fs/promises'
import { inSystem } from '@askline/db'
import { recordActEverywhere } from '@askline/domain/access/audit'
import { replayTombstones, type Tombstone } from '@askline/domain/privacy/forget-again'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Command, RefusedError } from './command.ts'

const uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const line = Compile(
  Type.Object({
    requestId: uuid,
    companyId: uuid,
    userId: Type.Union([uuid, Type.Null()]),
    emailHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    at: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' }),
  }),
)

export const forgetReplay: Command = {
  name: 'forget --replay',
  usage: '[--from <output of forget --export>]',
  summary: 'Run it after restoring a backup: forgets again the people whom the backup brought back.',
  flags: { optional: ['from'] },
  async run({ db, say }, { flags }) {
    const file = flags['from']
    const { returned } = await replayTombstones(db, file === undefined ? [] : await readTombstones(file))
    await inSystem(db, (tx) => recordActEverywhere(tx, { action: 'forgotten_again', actor: { kind: 'operator' } }))
    say(`returned  ${returned}`)
    if (returned > 0) say('A routing worker erases what they wrote.')
  },
}

/** Reads the list. Throws RefusedError naming each invalid line, because a partly read list would leave people unforgotten. */
async function readTombstones(file: string): Promise<Tombstone[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new RefusedError(`${file} cannot be read: ${error.message}.`)
  })
  const faults: string[] = []
  const tombstones = text.split(/\r?\n/).flatMap((json, at) => {
    if (json.trim() === '') return []
    const value = parsed(json)
    if (line.Check(value)) return [value]
    faults.push(`line ${at + 1}: not written by forget --export.`)
    return []
  })
  if (faults.length > 0) throw new RefusedError(faults.join('\n'))
  return tombstones
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
