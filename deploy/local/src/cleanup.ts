/** What has to be undone when a start ends, in the order of being noted. */
export type Cleanup = {
  /** Notes something to undo; what is noted last is undone first. */
  add(undo: () => void | Promise<void>): void
  /** Undoes everything once; a second call waits for the first. A failing step does not keep the others from running. */
  run(): Promise<void>
}

export function buildCleanup(): Cleanup {
  const steps: (() => void | Promise<void>)[] = []
  let running: Promise<void> | undefined
  const undoAll = async () => {
    for (let undo = steps.pop(); undo; undo = steps.pop()) {
      try {
        await undo()
      } catch (error) {
        console.error(`  while stopping: ${error instanceof Error ? error.message : error}`)
      }
    }
  }
  return {
    add(undo) {
      steps.push(undo)
    },
    run() {
      running ??= undoAll()
      return running
    },
  }
}
