export type Loop = {
  /** Ends the present pause: the next turn begins at once. */
  wake(): void
  /** Resolves when the turn under way is over. No turn begins after that. */
  stop(): Promise<void>
}

export type LoopOptions = {
  /** Pause after the first failed turn, in ms; doubles with each further one up to `longestBackOffMs`. */
  backOffMs?: number
  longestBackOffMs?: number
  /** A failed turn is told here and tried again; it never ends the loop. */
  onError(error: unknown, failures: number): void
}

/** Runs `turn` again and again, one at a time. A turn says after how many ms the next one is due; 0 is at once. */
export function startLoop(turn: () => Promise<number>, options: LoopOptions): Loop {
  const { backOffMs = 200, longestBackOffMs = 2_000, onError } = options
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
      let next: number
      try {
        next = await turn()
        failures = 0
      } catch (error) {
        onError(error, ++failures)
        next = Math.min(backOffMs * 2 ** (failures - 1), longestBackOffMs)
      }
      await pause(next)
    }
  }

  const running = run()
  return {
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
}
