import { invalidField } from './http/request-faults.ts'

/** Throws RequestFault if an id in the body differs from the one that the path names. */
export function assertAgrees(
  field: 'uuid' | 'questionUuid' | 'responseUuid',
  given: string | undefined,
  actual: string,
) {
  if (given !== undefined && given.toLowerCase() !== actual.toLowerCase()) {
    throw invalidField(field, 'agrees', `${field} must equal the value in the path. You can omit it.`)
  }
}

/** Returns the id of the path. Throws RequestFault if the body repeats another uuid. */
export function uuidOf({ params, body }: { params: { uuid: string }; body: { uuid?: string } }): string {
  assertAgrees('uuid', body.uuid, params.uuid)
  return params.uuid.toLowerCase()
}

type Named = { params: { uuid: string }; body: { uuid?: string; questionUuid?: string } }

/** Returns the question id of the path. Throws RequestFault if the body repeats another one. */
export function questionIdOf({ params, body }: Named): string {
  assertAgrees('uuid', body.uuid, params.uuid)
  assertAgrees('questionUuid', body.questionUuid, params.uuid)
  return params.uuid.toLowerCase()
}
