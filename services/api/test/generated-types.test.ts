import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

const { api } = await openWorld()
const { schemas } = (await api('GET', '/v1/openapi.json')).body.components

/** How each language declares a type. The drill prints all of them; `npm test` prints one. */
const languages = {
  go: /^type (\w+) /gm,
  python: /^class (\w+)/gm,
  java: /^(?:public )?(?:class|enum) (\w+)/gm,
} as const
type Language = keyof typeof languages
const printed: Language[] = process.env['ASKLINE_DRILL'] === '1' ? ['go', 'python', 'java'] : ['go']

async function printTypes(lang: Language): Promise<string> {
  const inputData = new InputData()
  const input = new JSONSchemaInput(new FetchingJSONSchemaStore())
  await input.addSource({
    name: 'contract',
    uris: ['#/components/schemas/'],
    schema: JSON.stringify({ components: { schemas } }),
  })
  inputData.addInput(input)
  const { lines } = await quicktype({ inputData, lang, rendererOptions: { 'just-types': true } })
  return lines.join('\n')
}

test.each(printed)(
  'a generator of %s types finds a name for each type and invents none',
  async (language) => {
    const text = await printTypes(language)
    const types = [...text.matchAll(languages[language])].map(([, name = '']) => name)

    // Go and Java spell initials in their own way: `ExternalID`.
    const known = new Set(Object.keys(schemas).map((name) => name.toLowerCase()))
    expect(types.length).toBeGreaterThan(450)
    expect(types.filter((name) => !known.has(name.toLowerCase()))).toEqual([])
  },
  60_000,
)
