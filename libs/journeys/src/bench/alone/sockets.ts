import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceProcess } from '@askline/local'
import { residentBytes } from '../../stage/resident-memory.ts'
import { startBare } from '../bare.ts'
import { ms, whole } from '../figures.ts'
import { type LoadProcess, startLoad } from '../load/process.ts'
import type { Contestant } from '../ours.ts'
import { askQuestions } from '../prepare.ts'
import { drained } from '../workloads.ts'
import type { Measurement, Setting } from './measurement.ts'

/** Questions that the crowd watches, and those that change. */
const idle = 1_000
const watched = 200
const perSecond = 200
/**
 * The share of connections that open before memory is read. They enlarge the heap of a process that has served nobody yet by
 * some 30 MB, which more connections do not.
 */
const firstShare = 0.2
/** Files that a process may open besides its connections. */
const otherFiles = 500

type Asked = { uuid: string; asker: number }[]

/**
 * Each of two notifiers holds `sockets` connections. Measures the time from the write to the socket and the memory per connection.
 * Then the notifiers restart in turn, and it measures when all connections are back. For comparison, two bare servers hold as many,
 * because pings of clients use the same processors.
 */
export async function measureSockets(setting: Setting): Promise<Measurement> {
  const { ours, bare, load, share, sockets: wanted, say } = setting
  const allowed = openFilesLimit() - otherFiles
  const sockets = Math.min(wanted, allowed)
  if (sockets < wanted)
    say(`sockets: this machine allows ${whole(sockets)} connections of a process, not ${whole(wanted)}`)
  const crowds = [startLoad(), startLoad()] as const
  try {
    const bareAsked = await ask(bare)
    const bareMemory = await gather(
      crowds[0],
      bare,
      bare.target.socketPort,
      bareAsked,
      sockets,
      () => bare.processes()['server'],
    )
    const other = await startBare(setting.databaseUrl, bare.senders.askers.length)
    await gather(
      crowds[1],
      other,
      other.target.socketPort,
      await ask(other),
      sockets,
      () => other.processes()['server'],
    )
    const bareRun = await change(load, bare, bareAsked, [bare.target.socketPort], share)
    for (const crowd of crowds) await crowd.run({ kind: 'disperse', target: bare.target })
    await other.stop()
    say(
      `sockets: two bare servers, ${whole(sockets)} connections each: p50 ${ms(bareRun.p50)}, p99 ${ms(bareRun.p99)}, ${kilobytes(bareMemory)} each`,
    )

    const asked = await ask(ours)
    await drained(ours, new Date(0))
    const { copy, port } = await ours.add('notifier')
    const ports = [ours.target.socketPort, port]
    const memory = await gather(crowds[0], ours, ours.target.socketPort, asked, sockets, () => ours.notifier.pid())
    await gather(crowds[1], ours, port, asked, sockets, () => copy.pid())
    const run = await change(load, ours, asked, ports, share)
    say(
      `sockets: two notifiers, ${whole(sockets)} connections each: p50 ${ms(run.p50)}, p99 ${ms(run.p99)}, lost ${run.lost}, ${kilobytes(memory)} each`,
    )
    const first = await restart(ours.notifier, crowds[0], load, ours)
    const second = await restart(copy, crowds[1], load, ours)
    const slowest = Math.max(first.seconds, second.seconds)
    const refused = first.refused + second.refused
    say(
      `sockets: all connections returned ${first.seconds.toFixed(1)} s and ${second.seconds.toFixed(1)} s after their notifier stopped; ${refused} requests were refused meanwhile`,
    )
    await copy.stop()
    const ratio = run.p99 / bareRun.p99
    const memoryRatio = memory / bareMemory
    return {
      figures: {
        'connections of each notifier': sockets,
        'p50, ms': run.p50,
        'p99, ms': run.p99,
        'p99 of the bare server, ms': bareRun.p99,
        'lost changes': run.lost ?? 0,
        'bytes of a connection': memory,
        'bytes of a connection of the bare server': bareMemory,
        'return after a restart, s': slowest,
        'refused during restarts': refused,
      },
      verdicts: [
        {
          what: `p99 with ${whole(sockets)} connections`,
          wanted: '≤ 2 × bare',
          got: ratio.toFixed(2),
          isMet: ratio <= 2,
        },
        {
          what: 'memory of a connection',
          wanted: '≤ 1.2 × bare',
          got: memoryRatio.toFixed(2),
          isMet: memoryRatio <= 1.2,
        },
        { what: 'changes lost', wanted: '0', got: String(run.lost), isMet: run.lost === 0 },
        { what: 'return after a restart', wanted: '< 30 s', got: `${slowest.toFixed(1)} s`, isMet: slowest < 30 },
        { what: 'requests refused during restarts', wanted: '0', got: String(refused), isMet: refused === 0 },
      ],
    }
  } finally {
    for (const crowd of crowds) crowd.stop()
  }
}

async function ask(contestant: Contestant): Promise<{ idle: Asked; watched: Asked }> {
  return { idle: await askQuestions(contestant, idle), watched: await askQuestions(contestant, watched) }
}

/** Runs the changes twice and returns the second run, because the first one warms up code. */
async function change(
  load: LoadProcess,
  { target, senders }: Contestant,
  asked: { watched: Asked },
  socketPorts: number[],
  share: number,
) {
  const order = { kind: 'changes', perSecond, questions: asked.watched, socketPorts, target, senders } as const
  await load.run({ ...order, seconds: 5 * share })
  return load.run({ ...order, seconds: 10 * share })
}

/** Opens the connections of a crowd and returns the bytes of memory that each took in the server, after the first ones. */
async function gather(
  crowd: LoadProcess,
  { target, senders }: Contestant,
  socketPort: number,
  asked: { idle: Asked },
  count: number,
  pid: () => number | undefined,
): Promise<number> {
  const open = async (some: number) => {
    const order = { kind: 'gather', target: { ...target, socketPort }, senders, questions: asked.idle } as const
    const { errors } = await crowd.run({ ...order, count: some })
    if (errors > 0) throw new Error(`${errors} of ${some} connections to ${target.name} failed`)
    // Memory of the handshakes is given back.
    await pause(5_000)
    return residentBytes(pid())
  }
  const first = Math.round(count * firstShare)
  const before = await open(first)
  return ((await open(count - first)) - before) / (count - first)
}

/** Restarts a notifier under 50 asks a second. Returns when its last connection was back, in s, and how many asks failed. */
async function restart(
  notifier: ServiceProcess,
  crowd: LoadProcess,
  load: LoadProcess,
  { target, senders }: Contestant,
): Promise<{ seconds: number; refused: number }> {
  await crowd.run({ kind: 'watch', target })
  const asking = load.run({ kind: 'steady', perSecond: 50, seconds: 30, target, senders })
  const returning = crowd.run({ kind: 'await', target })
  await notifier.restart()
  const { count, rate, errors } = await returning
  return { seconds: errors > 0 ? Number.POSITIVE_INFINITY : count / rate, refused: (await asking).errors }
}

const kilobytes = (bytes: number) => `${(bytes / 1_024).toFixed(1)} KiB`

/** Returns how many files a process may open, or 1,024 if the system does not report it. */
function openFilesLimit(): number {
  try {
    return Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1_024)
  } catch {
    return 1_024
  }
}
