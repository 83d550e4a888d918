import { listTombstones, type Tombstone } from '@askline/domain/privacy/forget-again'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { OutsideList } from './outside-list.ts'

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

/** The forgotten people. */
export const tombstones: OutsideList<Tombstone> = {
  by: 'forget --export',
  check: (value): value is Tombstone => line.Check(value),
  listAfter: (tx, after, limit) => listTombstones(tx, after?.requestId ?? null, limit),
}
