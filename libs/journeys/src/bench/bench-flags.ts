import { fileURLToPath } from 'node:url'

/** Options of the command line. */
export type BenchFlags = {
  /** The commit with which the present state is compared. */
  against: string | undefined
  runs: number
  /** Length of a run and of the warm-up. */
  seconds: number
  /** The workload that is measured. Default: all. */
  only: string | undefined
  /** Folder for CPU profiles of the present services. */
  profile: string | undefined
}

const usage =
  'They are --against=<commit>, --runs=3, --seconds=20, --only=conversations|paced|burst|disturbed, --profile=<absolute folder>.'

/** Reads the options of the command line, which the README describes. Throws if one does not exist. */
export function readBenchFlags(given: readonly string[]): BenchFlags {
  const wrong = given.find(
    (flag) => !/^--(only=(conversations|paced|burst|disturbed)|(against|runs|seconds|profile)=.+)$/.test(flag),
  )
  if (wrong !== undefined) throw new Error(`There is no flag "${wrong}". ${usage}`)
  const flags = new Map(given.map((flag) => [flag.split('=')[0], flag.split('=')[1]]))
  return {
    against: flags.get('--against'),
    runs: Number(flags.get('--runs') ?? 3),
    seconds: Number(flags.get('--seconds') ?? 20),
    only: flags.get('--only'),
    profile: flags.get('--profile'),
  }
}

/** Returns the folder of `--profile` in a service that is profiled. */
export const readProfileFolder = (env: NodeJS.ProcessEnv = process.env): string | undefined => env['ASKLINE_PROFILES']

/** The folder into which results are written. */
export const resultsFolder = fileURLToPath(new URL('../../../../bench-results/', import.meta.url))
