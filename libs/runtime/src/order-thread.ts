import { parentPort, Worker } from 'node:worker_threads'

export type OrderThread = {
  /** Returns what the thread returns for this order. Rejects if the order fails or the thread ends. Values are copied. */
  order(what: object): Promise<unknown>
  /** Ends the thread. Open orders reject. */
  close(): Promise<void>
}

type Done = { id: number; done?: unknown; error?: string }
type Waiting = { resolve(done: unknown): void; reject(error: Error): void }

/**
 * Builds a thread that runs `script` and carries out orders one after the other (`carryOutOrders`). It starts with the first order,
 * and again with the next one after it was lost. It keeps no process alive. Errors and tools name it `name`.
 */
export function buildOrderThread(name: string, script: URL): OrderThread {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let last = 0

  const ended = () => new Error(`The thread ${name} has ended`)
  function lose(lost: Worker, error: Error) {
    // A thread that failed or was closed ends a moment later. Its successor may have orders by then.
    if (lost !== thread) return
    thread = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  function open(): Worker {
    const opened = new Worker(script, { name, execArgv: [] })
    opened.unref()
    opened.on('message', ({ id, done, error }: Done) => {
      const caller = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) caller?.resolve(done)
      else caller?.reject(new Error(error))
    })
    opened.on('error', (error) => lose(opened, error instanceof Error ? error : new Error(String(error))))
    opened.on('exit', () => lose(opened, ended()))
    return opened
  }
  return {
    order(what) {
      thread ??= open()
      const id = ++last
      const done = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }))
      thread.postMessage({ id, what })
      return done
    },
    async close() {
      const closing = thread
      if (!closing) return
      lose(closing, ended())
      await closing.terminate()
    },
  }
}

/** In the thread: carries out each order of `buildOrderThread`. An error that `carryOut` throws rejects that order only. */
export function carryOutOrders<Order>(carryOut: (order: Order) => unknown): void {
  parentPort?.on('message', ({ id, what }: { id: number; what: Order }) => {
    try {
      parentPort?.postMessage({ id, done: carryOut(what) })
    } catch (error) {
      parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
    }
  })
}

/**
 * Returns the address of a thread's script beside a module, `import.meta.url`. A thread runs JavaScript, so tests on sources get the
 * file of the build.
 */
export const threadScript = (module: string, file: string): URL =>
  new URL(file, module.endsWith('.ts') ? module.replace(/\/src\/(?!.*\/src\/)/, '/dist/') : module)
