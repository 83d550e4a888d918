import { apiKilled } from './api-killed.ts'
import { apiStopped } from './api-stopped.ts'
import { clocksOff } from './clocks-off.ts'
import { commitCut } from './commit-cut.ts'
import { contentions } from './contenders.ts'
import { doorbellsInGap } from './doorbells-in-gap.ts'
import { expiryRace } from './expiry-race.ts'
import type { Failure } from './failure.ts'
import { lateCommits } from './late-commits.ts'
import { manyTimers } from './many-timers.ts'
import { notifierKilled } from './notifier-killed.ts'
import { poison } from './poison.ts'
import { postgresFrozen } from './postgres-frozen.ts'
import { postgresRestarted } from './postgres-restarted.ts'
import { redisAway } from './redis-away.ts'
import { redisFrozen } from './redis-frozen.ts'
import { redisFull } from './redis-full.ts'
import { redisRestarted } from './redis-restarted.ts'
import { redisWiped } from './redis-wiped.ts'
import { signOuts } from './sign-outs.ts'
import { slowReaders } from './slow-readers.ts'
import { twins } from './twins.ts'
import { twoRelays } from './two-relays.ts'
import { workerFrozen } from './worker-frozen.ts'
import { workerKilled } from './worker-killed.ts'
import { workerStopped } from './worker-stopped.ts'

/**
 * Environment of the services in short forms: a frozen worker loses its jobs after 3 s instead of 30, and a service may take
 * three times as long to stop.
 */
export const shortEnv = { JOB_LOCK_MS: '3000', SHUTDOWN_GRACE_MS: '15000' }

/** Failures of the processes and of Postgres. */
export const processFailures: readonly Failure[] = [
  apiKilled,
  // Runs before any worker is killed, because jobs of killed workers return for a while.
  workerStopped,
  workerKilled,
  workerFrozen,
  postgresRestarted,
  postgresFrozen,
  poison,
  twoRelays,
  lateCommits,
]

/** Failures of Redis, which must be a real one. */
export const redisFailures: readonly Failure[] = [
  redisWiped,
  redisFrozen,
  redisAway,
  redisFull,
  redisRestarted,
  doorbellsInGap,
]

/** Failures between the API and the sockets. */
export const socketFailures: readonly Failure[] = [notifierKilled, slowReaders, signOuts]

/** Deadlines, on processes whose clocks are off. */
export const timerFailures: readonly Failure[] = [expiryRace, clocksOff, manyTimers]

/** Conflicting requests at the same moment. */
export const raceFailures: readonly Failure[] = [twins, ...contentions]

/** Only in `npm run chaos`, to keep `npm test` short. */
const chaosOnly: readonly Failure[] = [apiStopped, commitCut]

export { clocksOff }

/** Every failure, in the order of the catalogue. */
export const failures: readonly Failure[] = [
  ...processFailures,
  ...redisFailures,
  ...socketFailures,
  ...timerFailures,
  ...raceFailures,
  ...chaosOnly,
].sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))
