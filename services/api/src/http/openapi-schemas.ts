import { ErrorBody, FaultDetail, Meta, ProblemDetails } from '@askline/contracts'
import { capital, openComponents } from './components.ts'
import { plain } from './response-schema.ts'

type Json = Record<string, unknown>
type Operation = {
  operationId: string
  responses: Record<string, Json>
  requestBody?: Json
  parameters?: { schema: Json }[]
}
type Collected = { paths: Record<string, Record<string, Operation>> }

/** Returns the media types of a request's body or of a response. */
export const mediaTypesOf = (holder: Json | undefined): Json[] => Object.values(Object(holder?.['content']))

/** The name of the route at the root is that of the route below the base, with this at its end. */
export const atRoot = 'AtRoot'

const ofOperation = (operationId: string, part: 'Body' | 'Answer' | 'Data') =>
  `${capital(operationId.replace(new RegExp(`${atRoot}$`), ''))}${part}`

/**
 * Moves the schemas of all operations to components. The body, answer and data of an operation are named for it:
 * `AskQuestionBody`.
 */
export function nameSchemas<T extends Collected>(collected: T): { document: T; schemas: Record<string, Json> } {
  const { component, list, place, referToKnown } = openComponents()

  function nameAnswer(operationId: string, schema: Json): Json {
    const { data, ...members } = Object(schema['properties'])
    if (data === undefined) return place(schema, ofOperation(operationId, 'Answer'))
    const properties = { ...members, data: place(data, ofOperation(operationId, 'Data')) }
    return component(ofOperation(operationId, 'Answer'), { ...schema, properties })
  }

  function nameOperation(operation: Operation): Operation {
    const { operationId, requestBody, parameters } = operation
    const body = requestBody && {
      ...requestBody,
      content: mapMedia(requestBody, (schema) => place(schema, ofOperation(operationId, 'Body'))),
    }
    const responses = Object.entries(operation.responses).map(([status, response]) => {
      const name = (given: Json) => {
        const schema = withoutRepeat(given, response)
        return status.startsWith('2') ? nameAnswer(operationId, schema) : place(schema, '')
      }
      return [status, 'content' in response ? { ...response, content: mapMedia(response, name) } : response]
    })
    return {
      ...operation,
      ...(parameters
        ? { parameters: parameters.map((one) => ({ ...one, schema: referToKnown(one.schema) ?? one.schema })) }
        : {}),
      ...(body ? { requestBody: body } : {}),
      responses: Object.fromEntries(responses),
    }
  }

  const paths = Object.entries(collected.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).map(([method, one]) => [method, nameOperation(one)])),
  ])
  // The error answers refer to these later.
  for (const schema of [ErrorBody, FaultDetail, ProblemDetails, Meta]) referToKnown(plain(schema))
  return { document: { ...collected, paths: Object.fromEntries(paths) }, schemas: list() }
}

const mapMedia = (holder: Json, change: (schema: Json) => Json) =>
  Object.fromEntries(
    Object.entries(Object(holder['content'])).map(([type, media]) => [
      type,
      { ...Object(media), schema: change(Object(media).schema) },
    ]),
  )

/** Removes a schema's description that repeats its response's. */
function withoutRepeat({ description, ...schema }: Json, response: Json): Json {
  return description === response['description'] || !description ? schema : { description, ...schema }
}
