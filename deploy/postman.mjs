// The last step of the API's build: converts its OpenAPI document into the Postman collection that it serves.
// The converter is a package of the repository's root, so no image has it.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import converter from 'openapi-to-postmanv2'
import { describeApp } from '../services/api/dist/documents/describe-app.js'

const file = fileURLToPath(new URL('../services/api/dist/postman.json', import.meta.url))
const sampleUuid = '0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f'
const options = {
  folderStrategy: 'Tags',
  requestNameSource: 'Fallback',
  parametersResolution: 'Example',
  enableOptionalParameters: false,
  includeAuthInfoInExample: false,
  optimizeConversion: true,
}

writeFileSync(file, JSON.stringify(await convertToPostman(await describeApp())))
process.exit(0)

/**
 * Converts the OpenAPI document into a Postman collection. Its requests use the variables `baseUrl` and `bearerToken`. Leaves out
 * paths that exist under the version too, and examples of errors, which would triple its size.
 */
async function convertToPostman(document) {
  const source = selectParts(document)
  const input = { type: 'json', data: source }
  const { result, reason, output } = await promisify(converter.convertV2)(input, options)
  if (!result) throw new Error(`The OpenAPI document was not converted. ${reason}`)
  const collection = output[0].data
  const titles = new Map((source.tags ?? []).map((tag) => [tag.name, tag['x-displayName'] ?? tag.name]))
  const item = collection.item
    .filter((folder) => folder.item?.length > 0)
    .map((folder) => ({ ...folder, name: titles.get(folder.name) ?? folder.name }))
  const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{bearerToken}}', type: 'string' }] }
  const known = (collection.variable ?? []).filter(({ key }) => key !== 'bearerToken')
  return { ...collection, item, auth, variable: [...known, { key: 'bearerToken', value: '' }] }
}

function selectParts(document) {
  const paths = Object.entries(document.paths).filter(([path]) => !(`/v1${path}` in document.paths))
  for (const operation of paths.flatMap(([, methods]) => Object.values(methods))) {
    const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
    operation.responses = Object.fromEntries(successes)
    // The converter would make a body up.
    if (!operation.requestBody?.required) delete operation.requestBody
    for (const one of operation.parameters ?? []) if (one.in === 'path') one.example ??= sampleUuid
  }
  return { ...document, paths: Object.fromEntries(paths) }
}
