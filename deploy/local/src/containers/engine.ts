import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { canInstallPackages, installPackage, StartRefusedError } from '@askline/testing/servers'
import type { Cleanup } from '../cleanup.ts'
import { print } from '../steps.ts'
import { output, succeeds } from './command-output.ts'

/** Docker for building images and for running containers. Both are one engine where the machine has one. */
export type Engine = {
  builder: Record<string, string>
  runner: Record<string, string>
  /** Goes before a command that must reach the ports of containers. */
  inNetwork: string[]
  /** Whether images of a registry may be pulled. Our own engines reach none. */
  mayPull: boolean
  /** Folder for what this run leaves on the disk. */
  folder: string
}

const NAMESPACE = 'askline-containers'
const ENGINE_WITHIN_MS = 60_000

/**
 * Throws StartRefusedError if this engine has containers, volumes or images of an installation. The trial ends with
 * `docker compose down --volumes` under the same project name, which would delete the database.
 */
async function refuseInstallation(images: string[]): Promise<void> {
  const ofProject = ['--filter', 'label=com.docker.compose.project=askline']
  const containers = await output(['docker', 'ps', '--all', '--format', '{{.Names}}', ...ofProject])
  const volumes = await output(['docker', 'volume', 'ls', '--format', '{{.Name}}'])
  // By their names, because a volume that was made by hand or restored has no label.
  const ours = volumes.split('\n').filter((name) => name.startsWith('askline_'))
  const present = await output(['docker', 'image', 'ls', '--format', '{{.Repository}}:{{.Tag}}'])
  const taken = present.split('\n').filter((name) => images.includes(name))
  const found = [...containers.split('\n').filter(Boolean), ...ours, ...taken]
  if (found.length === 0) return
  throw new StartRefusedError(
    `The Docker engine has ${found.slice(0, 5).join(', ')}, and this trial would delete them.`,
    'Use an engine without an installation of Askline: set DOCKER_HOST.',
  )
}

/**
 * Returns the Docker engine of this machine with Compose v2, unless it has an installation or one of these images. If none answers, and this is Debian and root, installs one
 * and starts it twice. The builder has the machine's network. The runner has a namespace of its own, so it takes no port of the machine.
 */
export async function findEngine(folder: string, images: string[], cleanup: Cleanup): Promise<Engine> {
  if ((await succeeds(['docker', 'version'])) && (await succeeds(['docker', 'compose', 'version']))) {
    await refuseInstallation(images)
    return { builder: {}, runner: {}, inNetwork: [], mayPull: true, folder }
  }
  if (!canInstallPackages(process.env['PATH'] ?? '')) {
    throw new StartRefusedError(
      'No Docker engine with Compose v2 answers.',
      'Start Docker, or run this as root on Debian, where it installs its own.',
    )
  }
  for (const name of ['docker.io', 'debootstrap', 'iproute2']) await installPackage(name, print)
  const config = await installCompose(join(folder, 'docker-config'))
  cleanup.add(async () => {
    await succeeds(['ip', 'netns', 'del', NAMESPACE])
  })
  if (!(await succeeds(['ip', 'netns', 'exec', NAMESPACE, 'true']))) await output(['ip', 'netns', 'add', NAMESPACE])
  await output(['ip', '-n', NAMESPACE, 'link', 'set', 'lo', 'up'])
  const inNetwork = ['nsenter', `--net=/run/netns/${NAMESPACE}`]
  const alone = ['--iptables=false', '--ip6tables=false', '--bridge=none', '--ip-forward=false']
  const [builder, runner] = await Promise.all([
    startEngine(join(folder, 'builder'), [], alone, cleanup),
    startEngine(join(folder, 'runner'), inNetwork, [], cleanup),
  ])
  const env = (host: string) => ({ DOCKER_HOST: host, DOCKER_CONFIG: config, PATH: `/usr/bin:${process.env['PATH']}` })
  return { builder: env(builder), runner: env(runner), inNetwork, mayPull: false, folder }
}

/** Starts dockerd below `folder` and returns its address. `cleanup` ends it. */
async function startEngine(folder: string, before: string[], flags: string[], cleanup: Cleanup): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const limits = { 'default-ulimits': { nofile: { Name: 'nofile', Soft: 20_000, Hard: 20_000 } } }
  writeFileSync(join(folder, 'daemon.json'), JSON.stringify(limits))
  const host = `unix://${join(folder, 'docker.sock')}`
  const places = ['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')]
  const files = ['--config-file', join(folder, 'daemon.json'), '--pidfile', join(folder, 'docker.pid')]
  const [program = '', ...args] = [...before, '/usr/sbin/dockerd', ...files, ...places, '-H', host, ...flags]
  const log = openSync(join(folder, 'dockerd.log'), 'w')
  const child = spawn(program, args, { stdio: ['ignore', log, log], detached: true })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  cleanup.add(async () => {
    child.kill('SIGTERM')
    await Promise.race([ended, pause(20_000).then(() => child.kill('SIGKILL'))])
    // The engine leaves mounts, which keep the folder from being removed.
    for (const mount of ['data', 'exec/netns/default']) await succeeds(['umount', join(folder, mount)])
  })
  const giveUpAt = performance.now() + ENGINE_WITHIN_MS
  while (!(await succeeds(['/usr/bin/docker', '-H', host, 'version']))) {
    if (performance.now() > giveUpAt || child.exitCode !== null)
      throw new StartRefusedError('The Docker engine did not start.', `Its log is ${join(folder, 'dockerd.log')}.`)
    await pause(500)
  }
  return host
}

/**
 * Takes the Compose v2 plugin from Debian trixie's package, because bookworm has v1, without installing the package.
 * Returns the folder for DOCKER_CONFIG.
 */
async function installCompose(config: string): Promise<string> {
  const plugins = join(config, 'cli-plugins')
  mkdirSync(plugins, { recursive: true })
  if (readdirSync(plugins).length > 0) return config
  const apt = join(config, 'apt')
  for (const below of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(apt, below), { recursive: true })
  const mirror = await output(['sh', '-c', mirrorOfThisMachine])
  writeFileSync(
    join(apt, 'trixie.list'),
    `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror} trixie main\n`,
  )
  const options = [
    `Dir::Etc::sourcelist=${join(apt, 'trixie.list')}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${join(apt, 'lists')}`,
    `Dir::Cache=${join(apt, 'cache')}`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option])
  await output(['apt-get', ...options, 'update', '-qq'])
  await output(['sh', '-c', 'cd "$0" && shift 0 && apt-get "$@" download -qq docker-compose', apt, ...options])
  await output(['sh', '-c', 'dpkg -x "$0"/docker-compose_*.deb "$0"/x', apt])
  copyFileSync(join(apt, 'x/usr/libexec/docker/cli-plugins/docker-compose'), join(plugins, 'docker-compose'))
  return config
}

/** Prints the address of the Debian mirror that this machine uses. */
const mirrorOfThisMachine = `apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | head -n 1`
