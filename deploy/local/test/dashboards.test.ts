import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { repository } from '../src/settings.ts'

const folder = join(repository, 'deploy/observability')
const { dashboards, dashboardOf } = (await import(pathToFileURL(join(folder, 'dashboards.mjs')).href)) as {
  dashboards: Record<string, unknown[]>
  dashboardOf: (name: string) => unknown
}

test.each(Object.keys(dashboards))('the dashboard %s is written from the table of panels', (name) => {
  const written: unknown = JSON.parse(readFileSync(join(folder, 'dashboards', `${name}.json`), 'utf8'))
  expect(written, 'Run: node deploy/observability/dashboards.mjs').toEqual(dashboardOf(name))
})
