import openapiTypescript, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import type { Body } from './caller.ts'
import { openWorld } from './world.ts'

const { api } = await openWorld()

// If this fails, the document has changed. `npm run client:types` regenerates the file.
test('the types of the client are those of the document', async () => {
  const document = withoutErrors((await api('GET', '/v1/openapi.json')).body)
  const types = astToString(await openapiTypescript(document, { defaultNonNullable: false }))

  const head = '/** Made from the OpenAPI document by `npm run client:types`. Do not edit. */\n\n'
  await expect(head + types).toMatchFileSnapshot('../../../libs/client/src/generated/api.ts')
})

/** Removes error types, two thirds of the file, because the client turns every error into a class of its own. */
function withoutErrors(document: Body): Body {
  for (const methods of Object.values<Body>(document.paths)) {
    for (const operation of Object.values<Body>(methods)) {
      const responses = Object.entries(operation.responses ?? {})
      operation.responses = Object.fromEntries(responses.filter(([status]) => !/^[45]/.test(status)))
    }
  }
  document.components.responses = {}
  return document
}
