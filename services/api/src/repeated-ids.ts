import { invalidField } from './http/faults.ts'

/** Refuses an id repeated in a body that is not the one of the path, or of what the path names. */
export function mustAgree(field: 'uuid' | 'questionUuid' | 'responseUuid', given: string | undefined, actual: string) {
  if (given !== undefined && given.toLowerCase() !== actual.toLowerCase()) {
    throw invalidField(field, 'agrees', `${field} must agree with the path.`)
  }
}

type Named = { params: { uuid: string }; body: { uuid?: string; questionUuid?: string } }

/** The question of the path, with which what the body repeats must agree. */
export function questionIdOf({ params, body }: Named): string {
  mustAgree('uuid', body.uuid, params.uuid)
  mustAgree('questionUuid', body.questionUuid, params.uuid)
  return params.uuid.toLowerCase()
}
