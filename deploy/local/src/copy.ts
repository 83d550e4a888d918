import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusedError } from '@askline/testing/servers'
import { findLauncher } from './home.ts'
import { claimPort } from './ports.ts'
import { isRunning, type ProcessIdentity } from './process-identity.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { type ServiceName, serviceNames, startCopy } from './services.ts'
import { readServicesEnv, servicesEnvFile } from './services-env.ts'
import { isBelowNpm, readPort, readSettings } from './settings.ts'
import { print, step } from './steps.ts'

const lookMs = 500
const portVariables: Record<ServiceName, string> = {
  api: 'PORT',
  'routing-worker': 'INTERNAL_PORT',
  notifier: 'NOTIFIER_PORT',
  courier: 'INTERNAL_PORT',
}

/** `npm run copy [-- api|routing-worker|notifier|courier]`: starts another process of a service beside a running `npm start`, until either ends. */
await runUntilStopped(
  async (cleanup) => {
    const service = readService(process.argv.slice(2))
    const { home, inherited } = readSettings([])
    const { launcher, env } = findInstallation(home)
    const port = await claimPort(portVariables[service], readPort(process.env, portVariables[service], 0))
    const copy = await startCopy(
      {
        databaseUrl: env['DATABASE_URL'] ?? '',
        redisUrl: env['REDIS_URL'] ?? '',
        publicUrl: env['PUBLIC_URL'] ?? '',
        logLevel: env['LOG_LEVEL'] ?? 'info',
        host: env['HOST'] ?? '127.0.0.1',
        logs: join(home, 'logs'),
        // Settings of the installation override those of this terminal.
        env: { ...inherited, ...env },
        log: (line) => print(`  ! ${line}`),
      },
      { service, port, label: `${service}-${process.pid}` },
    )
    cleanup.add(() => copy.stop())
    await step(`another ${service} ready`, () => copy.ready())
    print(`
  Health         ${copy.readyUrl}
  Log            ${copy.logFile}

Ctrl-C, or "kill ${process.pid}", stops it; what it had in hand goes to the others. It ends with "npm start".`)
    await endOf(launcher, home)
    print('\n  Askline was stopped, and this copy ends with it …')
    return 0
  },
  { belowNpm: isBelowNpm() },
)

function readService([given = 'routing-worker', ...more]: string[]): ServiceName {
  const service = serviceNames.find((name) => name === given)
  if (service && more.length === 0) return service
  throw new StartRefusedError(
    `There is no service "${[given, ...more].join(' ')}".`,
    `Use one of: ${serviceNames.map((name) => `npm run copy -- ${name}`).join(', ')}`,
  )
}

function findInstallation(home: string): { launcher: ProcessIdentity; env: Record<string, string> } {
  const launcher = findLauncher(home)
  const env = readServicesEnv(home)
  if (launcher && env) return { launcher, env }
  throw new StartRefusedError(
    `Askline is not running from this home (${home}), or not ready yet.`,
    'Run "npm start" in another terminal first; where it has an ASKLINE_HOME, give the same one here.',
  )
}

/** Resolves when the launcher stops its services or was killed. */
function endOf(launcher: ProcessIdentity, home: string): Promise<void> {
  return new Promise((resolve) => {
    const look = setInterval(() => {
      if (existsSync(servicesEnvFile(home)) && isRunning(launcher)) return
      clearInterval(look)
      resolve()
    }, lookMs)
  })
}
