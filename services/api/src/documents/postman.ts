import Converter from 'openapi-to-postmanv2'

type Parameter = { in: string; name: string; required?: boolean; example?: unknown }
type Operation = { parameters?: Parameter[]; responses: Record<string, object> }
type OpenApi = { tags?: { name: string; 'x-displayName'?: string }[]; paths: Record<string, Record<string, Operation>> }
type Folder = { name: string; item?: Folder[]; description?: unknown }
type Collection = { item: Folder[]; auth?: object; variable?: { key: string; value: string }[] }

const sampleUuid = '0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f'

/**
 * Converts the OpenAPI document into a Postman collection. Its requests use the variables `baseUrl` and `bearerToken`. Leaves out
 * paths that exist under the version too, and examples of errors, which would triple its size.
 */
export async function convertToPostman(document: object): Promise<Collection> {
  const source = selectParts(structuredClone(document) as OpenApi)
  const collection = await convert(source)
  const titles = new Map((source.tags ?? []).map((tag) => [tag.name, tag['x-displayName'] ?? tag.name]))
  const item = collection.item
    .filter((folder) => (folder.item?.length ?? 0) > 0)
    .map((folder) => ({ ...folder, name: titles.get(folder.name) ?? folder.name }))
  const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{bearerToken}}', type: 'string' }] }
  const known = (collection.variable ?? []).filter(({ key }) => key !== 'bearerToken')
  return { ...collection, item, auth, variable: [...known, { key: 'bearerToken', value: '' }] }
}

function selectParts(document: OpenApi): OpenApi {
  const paths = Object.entries(document.paths).flatMap(([path, methods]) => {
    if (`/v1${path}` in document.paths) return []
    for (const operation of Object.values(methods)) {
      const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
      operation.responses = Object.fromEntries(successes)
      for (const one of operation.parameters ?? []) if (one.in === 'path') one.example ??= sampleUuid
    }
    return [[path, methods] as const]
  })
  return { ...document, paths: Object.fromEntries(paths) }
}

function convert(data: OpenApi): Promise<Collection> {
  const options = {
    folderStrategy: 'Tags',
    requestNameSource: 'Fallback',
    parametersResolution: 'Example',
    enableOptionalParameters: false,
    includeAuthInfoInExample: false,
    optimizeConversion: true,
  }
  return new Promise((resolve, reject) => {
    Converter.convertV2({ type: 'json', data }, options, (error, { result, reason, output } = {}) => {
      const [found] = output ?? []
      if (error || !result || !found) reject(error ?? new Error(`The OpenAPI document was not converted. ${reason}`))
      else resolve(found.data as Collection)
    })
  })
}
