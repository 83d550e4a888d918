import type { Logger } from '@askline/runtime'

export type Loop = {
  /** Ends the present pause, so that the next turn starts at once. */
  wake(): void
  /** Resolves when the running turn has ended. No turn starts after that. */
  stop(): Promise<void>
}

/** A background loop: one row of the table in `background-loops.ts`. */
export type LoopDefinition = {
  name: string
  /** Pause after a turn, in ms, unless the turn returns another one. */
  everyMs: number
  /** Loops of this kind in one process; 1 by default. */
  copies?: number
  /** Longest pause after failed turns, in ms; 2,000 by default. */
  maxBackOffMs?: number
  /** Signal that ends a pause early. */
  wakeSignal?: WakeSignal
  /** Does one turn of work. Returns the pause until the next turn in ms (0: at once), or `undefined` for `everyMs`. */
  work(): Promise<number | undefined>
}

/** Wakes a loop from code that does not know the loop, such as a job handler. */
export type WakeSignal = { wake(): void; onWake(listener: () => void): void }

/** Builds a wake signal. Waking before the loop has started has no effect, because a loop starts with a turn. */
export function buildWakeSignal(): WakeSignal {
  const listeners: (() => void)[] = []
  return {
    wake() {
      for (const listener of listeners) listener()
    },
    onWake: (listener) => void listeners.push(listener),
  }
}

/** Starts every loop of the table. A failed turn is logged and repeated with backoff; it never ends its loop. */
export function startLoops(definitions: readonly LoopDefinition[], logger: Logger): Pick<Loop, 'stop'> {
  const loops = definitions.flatMap((definition) =>
    Array.from({ length: definition.copies ?? 1 }, () => startLoop(definition, logError(definition.name, logger))),
  )
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

const logError = (loop: string, logger: Logger) => (err: unknown, failures: number) => {
  // One warning per outage; repetitions are debug messages.
  if (failures === 1) logger.warn({ err, loop }, 'A background loop failed and is retried with backoff')
  else logger.debug({ err, loop, failures }, 'A background loop failed again')
}

/** Runs the turns of one loop, one at a time. After a failed turn it waits 200 ms, and twice as long after each further one. */
export function startLoop(
  { work, everyMs, maxBackOffMs = 2_000, wakeSignal }: Omit<LoopDefinition, 'name' | 'copies'>,
  onError: (error: unknown, failures: number) => void,
  backOffMs = 200,
): Loop {
  let isStopped = false
  let isWoken = false
  let endPause: (() => void) | undefined
  let failures = 0

  async function pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, isStopped || isWoken ? 0 : ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    endPause = undefined
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      isWoken = false
      let pauseMs: number
      try {
        pauseMs = (await work()) ?? everyMs
        failures = 0
      } catch (error) {
        onError(error, ++failures)
        pauseMs = Math.min(backOffMs * 2 ** (failures - 1), maxBackOffMs)
      }
      await pause(pauseMs)
    }
  }

  const running = run()
  const loop: Loop = {
    wake() {
      isWoken = true
      endPause?.()
    },
    async stop() {
      isStopped = true
      endPause?.()
      await running
    },
  }
  wakeSignal?.onWake(loop.wake)
  return loop
}
