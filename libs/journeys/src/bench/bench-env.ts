import { fileURLToPath } from 'node:url'

/** Returns the addresses of the benchmark's servers, which `npm run bench` starts. Throws if they are missing. */
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

/** Options of the command line. */
export type BenchFlags = {
  /** Number of alternations. */
  pairs: number
  /** Factor that shortens every run. */
  share: number
  only: string[]
  profileDir: string | undefined
  /** Deadlines that are pending while others fire, and how many fire at once. */
  pending: number
  due: number
  /** Training examples of each of two companies. */
  utterances: number
  /** Resolved questions and experts of the company that a worker loads at its start. */
  past: number
  staff: number
  /** Past questions to which the database grows. */
  grown: number
  /** Open questions of the measurement at rest. */
  open: number
  /** Connections of each notifier. */
  sockets: number
  /** Percentage of a processor that each routing worker may use while it is measured. Undefined means no limit. */
  quota: number | undefined
}

/** Reads the options of the command line, which the README describes. Throws if one does not exist. */
export function readBenchFlags(flags: readonly string[]): BenchFlags {
  const flag = (name: string) => flags.find((given) => given.startsWith(`${name}=`))?.slice(name.length + 1)
  const unknown = flags.find(
    (given) =>
      given !== '--quick' &&
      !/^--(only|profile|pairs|pending|due|utterances|past|staff|grown|open|sockets|quota)=./.test(given),
  )
  if (unknown)
    throw new Error(
      `There is no flag "${unknown}": --quick, --pairs=5, --only=ask,poll,conversation,socket,routing,timers,training,restart,growth,rest,sockets, --pending=1000000, --due=10000, --utterances=10000, --past=1000000, --staff=100000, --grown=10000000, --open=1000000, --sockets=15000, --quota=20, --profile=<folder>`,
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
    past: Number(flag('--past') ?? (isQuick ? 20_000 : 100_000)),
    staff: Number(flag('--staff') ?? (isQuick ? 2_000 : 10_000)),
    grown: Number(flag('--grown') ?? (isQuick ? 100_000 : 1_000_000)),
    open: Number(flag('--open') ?? 10_000),
    sockets: Number(flag('--sockets') ?? (isQuick ? 2_000 : 15_000)),
    quota: flag('--quota') === undefined ? undefined : Number(flag('--quota')),
  }
}

/** The folder into which results are written. */
export const resultsFolder = fileURLToPath(new URL('../../../../bench-results/', import.meta.url))
