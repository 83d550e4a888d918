import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { categorySettings, companySettings, durationText, type Setting, trainingSettings } from '@askline/contracts'
import { expect, test } from 'vitest'

const services = ['api', 'courier', 'notifier', 'routing-worker']
const links = services.map((name) => `[${name}](../../services/${name}/README.md)`).join(', ')

type Json = {
  type?: string
  enum?: unknown[]
  minimum?: number
  maximum?: number
  maxItems?: number
  items?: Json
  properties?: Record<string, Json>
}

test('SETTINGS.md lists every setting with the default, bounds and description of the catalogue', async () => {
  const page = `# Settings

Made from the catalogue in \`libs/contracts/src/settings\` by \`npm run settings:page\`; do not edit. An omitted setting has its default.
Times are in ms, shares are from 0 to 1. [ROUTING.md](ROUTING.md) explains how routing uses the settings of a category.

## Settings of a category

Set with \`settings\` of \`POST\` and \`PUT /admin/categories\`. A new time applies to open questions when that deadline is set again.
Every other setting applies from the next wave.

${tableOf(categorySettings)}

## Settings of a company

Set with \`settings\` of \`PUT /admin/company\`.

${tableOf(companySettings)}

## Training settings of a company

Set with \`PUT /admin/training\`.

${tableOf(trainingSettings)}

## Settings of a process

Environment variables, listed in the README of each service: ${links}.
[Runtime](../runtime/README.md#configuration) has those that all read, and [outbound](../outbound/README.md#outbound_allowed) the ranges of \`OUTBOUND_ALLOWED\`.
`
  await expect(page).toMatchFileSnapshot('../SETTINGS.md')
})

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('the README of each service lists every variable that the service reads', () => {
  const withVariables = readdirSync(join(root, 'services')).flatMap((service) => {
    const folder = join(root, 'services', service)
    const config = readdirSync(join(folder, 'src')).find((file) => file.endsWith('-config.ts'))
    return config ? [{ service, folder, config }] : []
  })
  const missing = withVariables.flatMap(({ service, folder, config }) => {
    const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /^(src\/.*)?README\.md$/.test(path))
      .map((path) => readFileSync(join(folder, path), 'utf8'))
      .join('')
    const variables = [...readFileSync(join(folder, 'src', config), 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)]
    return variables.flatMap(([, name]) => (documents.includes(`\`${name}\``) ? [] : [`${service} ${name}`]))
  })

  expect(withVariables.map(({ service }) => service)).toEqual(services)
  expect(missing).toEqual([])
})

const all = Object.entries({ ...categorySettings, ...companySettings, ...trainingSettings })

test.each(all)('%s: the API states the default that applies', (_name, { schema, defaultText }) => {
  expect(Reflect.get(schema, 'description')).toContain(`Default: ${defaultText}.`)
})

function tableOf(catalogue: Record<string, Setting>): string {
  const rows = Object.entries(catalogue).map(
    ([name, { schema, unit, defaultText, description }]) =>
      `| \`${name}\` | ${defaultText} | ${boundsOf(schema as Json, unit)} | ${description} |`,
  )
  return ['| setting | default | values | what it does |', '|---|---|---|---|', ...rows].join('\n')
}

function boundsOf({ type, enum: words, minimum, maximum, maxItems, items, properties }: Json, unit: string): string {
  const show = unit === 'ms' ? durationText : String
  if (words) return words.map((word) => `\`${word}\``).join(', ')
  if (minimum !== undefined && maximum !== undefined) return `${show(minimum)} to ${show(maximum)}`
  if (type === 'boolean') return '`true`, `false`'
  if (type === 'array')
    return `at most ${maxItems} ${items?.type === 'integer' ? `× ${boundsOf(items, unit)}` : `${items?.type}s`}`
  const members = Object.entries(properties ?? {})
  return members.map(([name, member]) => `\`${name}\`${member.maximum ? ` ${boundsOf(member, unit)}` : ''}`).join(', ')
}
