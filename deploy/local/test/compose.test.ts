import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { repository } from '../src/settings.ts'

type Service = {
  image: string
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  mem_limit?: string
  tmpfs?: string[]
}

const read = (file: string) => readFileSync(join(repository, file), 'utf8')
const services = Object.entries<Service>(parse(read('docker-compose.yml'), { merge: true }).services)
const own = services.filter(([, { image }]) => image.startsWith('askline/'))

test('every container of our images has a limit of memory, by default that of the chart or of install.sh', () => {
  expect(own.map(([name, { mem_limit }]) => [name, mebibytes(mem_limit), mem_limit?.match(/[A-Z_]+/)?.[0]])).toEqual([
    ['migrate', 512, undefined],
    ['api', 1_024, 'API_MEMORY'],
    ['routing-worker', 2_050, 'WORKER_MEMORY'],
    ['notifier', 1_024, 'NOTIFIER_MEMORY'],
    ['courier', 1_024, undefined],
  ])
})

test('Node.js sizes its heap by the limit of the container: nothing sets another size', () => {
  const files = ['docker-compose.yml', 'deploy/docker/Dockerfile', 'deploy/docker/askline.env.example']
  const scaled = [
    'compose.scaled.yml',
    'compose.tls.yml',
    'compose.observability.yml',
    'compose.backup.yml',
    'base/node.Dockerfile',
  ]
  for (const file of [...files, ...scaled.map((name) => `deploy/docker/${name}`)]) {
    expect(read(file), file).not.toMatch(/--max[-_]old[-_]space|--max[-_]heap|--max[-_]semi[-_]space|NODE_OPTIONS/i)
  }
})

test('every image of others is named by a setting of askline.env, with a tag as the default', () => {
  const files = [
    'docker-compose.yml',
    ...['scaled', 'observability'].map((name) => `deploy/docker/compose.${name}.yml`),
  ]
  const images = files.flatMap((file) => read(file).match(/(?<=image: ).*/g) ?? [])
  const foreign = images.filter((image) => !image.startsWith('askline/'))
  expect(foreign).toHaveLength(7)

  for (const image of foreign) {
    const [, name = ''] = /^\$\{([A-Z_]+_IMAGE):-[\w./-]+:[\w.-]+\}$/.exec(image) ?? []
    expect(read('deploy/docker/askline.env.example'), image).toContain(`\n${name}=\n`)
    expect(read('deploy/docker/compose-settings.sh'), image).toMatch(new RegExp(`\\b${name}\\b`))
  }
  const node = /(?<=^ARG NODE_IMAGE=).*/m.exec(read('deploy/docker/Dockerfile'))?.[0]
  expect(read('docker-compose.yml').match(/(?<=NODE_IMAGE:-)[^}]+/g)).toEqual([node, node, node, node])
})

test('temporary files of a container take at most a quarter of its memory', () => {
  for (const [name, { tmpfs, mem_limit }] of own.filter(([, { tmpfs }]) => tmpfs)) {
    expect([name, tmpfs]).toEqual([name, ['/tmp:size=256m']])
    expect(mebibytes(mem_limit), name).toBeGreaterThanOrEqual(4 * 256)
  }
})

test('every container drops all capabilities and gains no privileges; only the servers keep what their entry points need', () => {
  const more = ['scaled', 'observability'].flatMap((name) =>
    Object.entries<Service>(
      parse(read(`deploy/docker/compose.${name}.yml`).replaceAll('!reset', ''), { merge: true }).services,
    ),
  )
  const all = [...services, ...more.filter(([, { image }]) => image)]

  expect(all.map(([name]) => name).sort()).toEqual([
    'api',
    'courier',
    'grafana',
    'jaeger',
    'migrate',
    'node-exporter',
    'notifier',
    'postgres',
    'prometheus',
    'proxy',
    'redis',
    'routing-worker',
  ])
  for (const [name, { cap_drop, security_opt }] of all)
    expect([name, cap_drop, security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']])
  expect(all.filter(([, { cap_add }]) => cap_add).map(([name, { cap_add }]) => [name, cap_add])).toEqual([
    ['postgres', ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID']],
    ['redis', ['CHOWN', 'DAC_OVERRIDE', 'SETGID', 'SETUID']],
  ])
})

test('ports are published for this machine only, unless a setting names an address', () => {
  const files = [
    'docker-compose.yml',
    ...['scaled', 'tls', 'observability'].map((name) => `deploy/docker/compose.${name}.yml`),
  ]
  const ports = files.flatMap((file) => [...read(file).matchAll(/^ +ports: \['(.*)'\]$/gm)].map(([, port]) => port))

  expect(ports).toHaveLength(7)
  for (const port of ports) expect(port).toMatch(/^\$\{[A-Z_]+:-127\.0\.0\.1:\d+\}:\d+$|^127\.0\.0\.1:/)
})

/** Returns a limit, or the default of one that a variable sets, in MiB. */
function mebibytes(limit = ''): number {
  const [, number, unit] = limit.match(/(\d+)([mg])\}?$/) ?? []
  return Number(number) * (unit === 'g' ? 1_024 : 1)
}
