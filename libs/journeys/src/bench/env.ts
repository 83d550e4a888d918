import { fileURLToPath } from 'node:url'

/** Where the benchmark finds its servers; `npm run bench` brings them. Throws when they are missing. */
export function readBenchEnvironment(env: NodeJS.ProcessEnv = process.env): { databaseUrl: string; redisUrl: string } {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = env
  if (!databaseUrl || !redisUrl) throw new Error('DATABASE_URL and REDIS_URL are not set: run "npm run bench"')
  return { databaseUrl, redisUrl }
}

export const readBareEnvironment = (env: NodeJS.ProcessEnv = process.env): { databaseUrl: string; port: number } => ({
  databaseUrl: env['DATABASE_URL'] ?? '',
  port: Number(env['PORT']),
})

export const readProfileFolder = (env: NodeJS.ProcessEnv = process.env): string | undefined => env['ASKLINE_PROFILES']

/** What was asked for on the command line. */
export type BenchFlags = { pairs: number; share: number; only: string[]; profileDir: string | undefined }

/** `--quick`: two pairs of shorter runs. `--only=ask,poll`: these workloads. `--profile=<folder>`: CPU profiles of the services. */
export function readBenchFlags(flags: readonly string[]): BenchFlags {
  const flag = (name: string) => flags.find((given) => given.startsWith(`${name}=`))?.slice(name.length + 1)
  const unknown = flags.find((given) => given !== '--quick' && !/^--(only|profile|pairs)=./.test(given))
  if (unknown)
    throw new Error(
      `There is no flag "${unknown}": --quick, --pairs=5, --only=ask,poll,conversation,socket, --profile=<folder>`,
    )
  const isQuick = flags.includes('--quick')
  return {
    pairs: Number(flag('--pairs') ?? (isQuick ? 2 : 5)),
    share: isQuick ? 0.5 : 1,
    only: flag('--only')?.split(',') ?? [],
    profileDir: flag('--profile'),
  }
}

/** The folder into which results are written. */
export const resultsFolder = fileURLToPath(new URL('../../../../bench-results/', import.meta.url))
