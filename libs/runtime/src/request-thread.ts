import { parentPort, Worker } from 'node:worker_threads'

export type RequestThread = {
  /** Returns what the thread returns for this request. Rejects if the request fails or the thread ends. Values are copied. */
  run(request: object): Promise<unknown>
  /** Ends the thread. Open requests reject. The next one starts another thread. */
  close(): Promise<void>
}

type Answer = { id: number; result?: unknown; error?: string }
type Pending = { resolve(result: unknown): void; reject(error: Error): void }

/**
 * Builds a thread that runs `script`, which serves one request after the other (`serveRequests`). It starts with the first request,
 * and again with the next one after it ended. It keeps no process alive. Errors and tools name it `name`.
 */
export function buildRequestThread(name: string, script: URL): RequestThread {
  const pending = new Map<number, Pending>()
  let thread: Worker | undefined
  let last = 0

  const ended = () => new Error(`The thread ${name} has ended`)
  function failPending(of: Worker, error: Error) {
    // A thread that failed or was closed ends a moment later. Its successor may have requests by then.
    if (of !== thread) return
    thread = undefined
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  function open(): Worker {
    const opened = new Worker(script, { name, execArgv: [] })
    opened.unref()
    opened.on('message', ({ id, result, error }: Answer) => {
      const caller = pending.get(id)
      pending.delete(id)
      if (error === undefined) caller?.resolve(result)
      else caller?.reject(new Error(error))
    })
    const fail = (error: unknown) => failPending(opened, error instanceof Error ? error : new Error(String(error)))
    opened.on('error', fail)
    opened.on('messageerror', (error) => {
      fail(error)
      void opened.terminate()
    })
    opened.on('exit', () => fail(ended()))
    return opened
  }
  return {
    run: (request) =>
      new Promise((resolve, reject) => {
        const id = ++last
        thread ??= open()
        // Throws if the request cannot be copied.
        thread.postMessage({ id, request })
        pending.set(id, { resolve, reject })
      }),
    async close() {
      const closing = thread
      if (!closing) return
      failPending(closing, ended())
      await closing.terminate()
    },
  }
}

/** In the thread: answers each request of `buildRequestThread`. An error that `serve` throws rejects that request only. */
export function serveRequests<Request>(serve: (request: Request) => unknown): void {
  parentPort?.on('message', ({ id, request }: { id: number; request: Request }) => {
    try {
      parentPort?.postMessage({ id, result: serve(request) })
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
