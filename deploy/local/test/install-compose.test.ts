import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { runChild } from '../src/child.ts'
import { repository } from '../src/settings.ts'

const read = (file: string) => readFileSync(join(repository, file), 'utf8')
type Service = { environment: Record<string, string>; command: string[] }
type File = { services: Record<'postgres' | 'redis', Service> }
const { services } = parse(read('docker-compose.yml'), { merge: true }) as File

/** Names of the settings in the example and in the schemas of the services. */
const names = (() => {
  const schemas = ['api', 'courier', 'notifier', 'routing-worker'].map(
    (name) => `services/${name}/src/${name}-config.ts`,
  )
  const texts = [...schemas, 'libs/runtime/src/env.ts', 'deploy/docker/askline.env.example'].map(read)
  return [...texts.join('\n').matchAll(/^\s*([A-Z][A-Z0-9_]{3,})(?:=|:\s)/gm)].map(([, name = '']) => name)
})()

test.each([
  // backup.sh compares SECRETS_KEY_IDS with the keys in the database. Beside the data that they encrypt, the keys must not be.
  { server: 'postgres', needs: ['POSTGRES_PASSWORD', 'SECRETS_KEY_IDS'] },
  { server: 'redis', needs: ['REDIS_PASSWORD', 'REDIS_MAXMEMORY'] },
] as const)('$server gets only its own settings, so a change of others does not restart it', ({ server, needs }) => {
  const { environment } = services[server]
  const others = names.filter((name) => !needs.some((need) => need === name))

  expect(others).toContain('RATE_LIMIT_USER_READS')
  expect(others.filter((name) => environment[name] !== '')).toEqual([])
  for (const name of needs) expect(environment).not.toHaveProperty(name)
})

test('Postgres accepts as many connections while it archives its log', () => {
  const backup = parse(read('deploy/docker/compose.backup.yml'), { merge: true }) as File
  const accepted = ({ postgres }: File['services']) => postgres.command.find((word) => /^max_connections=/.test(word))

  expect(accepted(services)).toMatch(/=\d+$/)
  expect(accepted(backup.services)).toBe(accepted(services))
})

test.each([
  { maxmemory: '', limit: '2gb' },
  { maxmemory: '512mb', limit: '512mb' },
])(
  'Redis starts by the entry point of its image, with at most $limit and its password in no argument',
  async ({ maxmemory, limit }) => {
    const folder = mkdtempSync(join(tmpdir(), 'askline-redis-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    // Stand in for the entry point of the image, and for a server that would listen here.
    for (const name of ['docker-entrypoint.sh', 'redis-server']) {
      writeFileSync(join(folder, name), '#!/bin/sh\necho "$(basename "$0") $*"\ncat\n')
      chmodSync(join(folder, name), 0o755)
    }
    const [program = '', ...args] = services.redis.command.map((word) => word.replaceAll('$$', '$'))

    const { words } = await runChild(program, args, {
      quiet: true,
      withinMs: 30_000,
      env: { REDIS_PASSWORD: 'a"b\\c', REDIS_MAXMEMORY: maxmemory, PATH: `${folder}:${process.env['PATH']}` },
    })

    const [shown, ...settings] = words.trim().split('\n')
    expect(shown).toMatch(
      new RegExp(`^docker-entrypoint.sh redis-server .*--maxmemory ${limit} --maxmemory-policy noeviction -$`),
    )
    expect(settings).toEqual(['requirepass "a\\"b\\\\c"'])
  },
)
