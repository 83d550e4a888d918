/** Steps that undo a start when it ends. */
export type Cleanup = {
  /** Adds a step. Steps run in reverse order. */
  add(undo: () => void | Promise<void>): void
  /** Runs all steps once. A second call waits for the first. A failing step does not prevent the others. */
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
