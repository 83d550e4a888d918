import { apiKilled } from './api-killed.ts'
import { clocksOff } from './clocks-off.ts'
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
import { twoRelays } from './two-relays.ts'
import { workerFrozen } from './worker-frozen.ts'
import { workerKilled } from './worker-killed.ts'
import { workerStopped } from './worker-stopped.ts'

/** Failures of the processes and of Postgres. */
export const processFailures: readonly Failure[] = [
  apiKilled,
  // Before any worker is killed: jobs of the dead come back for a while.
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

/** Failures of the way to the sockets. */
export const socketFailures: readonly Failure[] = [notifierKilled, slowReaders, signOuts]

/** Deadlines, on processes whose clocks are off. */
export const timerFailures: readonly Failure[] = [expiryRace, clocksOff, manyTimers]

export { clocksOff }

/** Every failure, in the order of the catalogue. */
export const failures: readonly Failure[] = [
  ...processFailures,
  ...redisFailures,
  ...socketFailures,
  ...timerFailures,
].sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))
