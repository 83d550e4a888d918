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
export type BenchFlags = {
  pairs: number
  share: number
  only: string[]
  profileDir: string | undefined
  /** Deadlines that lie ahead while others fire, and how many fire at once. */
  pending: number
  due: number
  /** What each of two companies trains with. */
  utterances: number
}

/**
 * `--quick`: two pairs of shorter runs. `--only=ask,poll`: these workloads. `--profile=<folder>`: CPU profiles of the services.
 * `--pending=1000000`, `--due=10000`: sizes of the timers' measurement; `--utterances=10000`: of that of training.
 */
export function readBenchFlags(flags: readonly string[]): BenchFlags {
  const flag = (name: string) => flags.find((given) => given.startsWith(`${name}=`))?.slice(name.length + 1)
  const unknown = flags.find(
    (given) => given !== '--quick' && !/^--(only|profile|pairs|pending|due|utterances)=./.test(given),
  )
  if (unknown)
    throw new Error(
      `There is no flag "${unknown}": --quick, --pairs=5, --only=ask,poll,conversation,socket,notifiers,routing,timers,training, --pending=1000000, --due=10000, --utterances=10000, --profile=<folder>`,
    )
  const isQuick = flags.includes('--quick')
  return {
    pairs: Number(flag('--pairs') ?? (isQuick ? 2 : 5)),
    share: isQuick ? 0.5 : 1,
    only: flag('--only')?.split(',') ?? [],
    profileDir: flag('--profile'),
    pending: Number(flag('--pending') ?? 100_000),
    due: Number(flag('--due') ?? (isQuick ? 2_000 : 10_000)),
    utterances: Number(flag('--utterances') ?? (isQuick ? 3_000 : 10_000)),
  }
}

/** The folder into which results are written. */
export const resultsFolder = fileURLToPath(new URL('../../../../bench-results/', import.meta.url))
