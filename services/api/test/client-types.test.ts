import openapiTypescript, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import type { Body } from './caller.ts'
import { openWorld } from './world.ts'

const { api } = await openWorld()

// When this is red the document has changed: `npm run client:types` writes the file anew.
test('the types of the client are those of the document', async () => {
  const document = withoutErrors((await api('GET', '/v1/openapi.json')).body)
  const types = astToString(await openapiTypescript(document))

  const head = '/** Made from the OpenAPI document by `npm run client:types`. Do not edit. */\n\n'
  await expect(head + types).toMatchFileSnapshot('../../../libs/client/src/generated/api.ts')
})

/** The client turns every error into a class of its own, so their types, two thirds of the file, would serve nobody. */
function withoutErrors(document: Body): Body {
  for (const methods of Object.values<Body>(document.paths)) {
    for (const operation of Object.values<Body>(methods)) {
      const responses = Object.entries(operation.responses ?? {})
      operation.responses = Object.fromEntries(responses.filter(([status]) => !/^[45]/.test(status)))
    }
  }
  return document
}
