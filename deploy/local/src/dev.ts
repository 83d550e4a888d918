import { existsSync, watch } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { startGuarded } from '@askline/testing/servers'
import { announce } from './announce.ts'
import type { Cleanup } from './cleanup.ts'
import { followFile } from './follow.ts'
import { type Launched, launch } from './launch.ts'
import { runUntilStopped } from './run.ts'
import { serviceNames } from './services.ts'
import { isBelowNpm, readSettings, repository } from './settings.ts'
import { secondsSince, tell } from './steps.ts'

// The compiler writes many files in a row.
const SETTLED_AFTER_MS = 400
const LIBRARIES = ['contracts', 'db', 'domain', 'runtime', 'text'].map((name) => join('libs', name))

/** `npm run dev`: as start, with the compiler watching the sources and services restarted when what they run has changed. */
await runUntilStopped(
  async (cleanup) => {
    const settings = readSettings(process.argv.slice(2))
    const launched = await launch(settings, cleanup)
    announce(launched, secondsSince(0))
    await watchSources(join(settings.home, 'logs', 'compiler.log'), cleanup)
    watchCompiled(launched, cleanup)
    return 'stay'
  },
  { belowNpm: isBelowNpm() },
)

async function watchSources(logFile: string, cleanup: Cleanup): Promise<void> {
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const projects = serviceNames.map((name) => join('services', name))
  const unfollow = followFile(logFile, (text) => tell(text.trimEnd()))
  const compiling = await startGuarded({
    command: process.execPath,
    args: [compiler, '-b', '--watch', '--preserveWatchOutput', ...projects],
    cwd: repository,
    logFile,
    farewell: [{ signal: 'SIGKILL', afterMs: 0 }],
  })
  cleanup.add(async () => {
    unfollow()
    await compiling.end([{ signal: 'SIGKILL', patienceMs: 2_000 }])
  })
}

function watchCompiled({ services }: Launched, cleanup: Cleanup): void {
  const changed = new Set<string>()
  let settled: NodeJS.Timeout | undefined
  const restartChanged = async () => {
    const names = [...changed]
    changed.clear()
    for (const service of services.filter(({ name }) => names.includes(name))) {
      const began = performance.now()
      await service.restart()
      await service.ready()
      tell(`  ↻ ${service.name} runs the new code  ${secondsSince(began)}`)
    }
  }
  const note = (names: readonly string[]) => {
    for (const name of names) changed.add(name)
    clearTimeout(settled)
    settled = setTimeout(
      () => void restartChanged().catch((error: Error) => tell(`  ! ${error.message}`)),
      SETTLED_AFTER_MS,
    )
  }

  const folders = [
    ...LIBRARIES.map((folder) => ({ folder, restarts: serviceNames as readonly string[] })),
    ...serviceNames.map((name) => ({ folder: join('services', name), restarts: [name] })),
  ]
  for (const { folder, restarts } of folders) {
    const compiled = join(repository, folder, 'dist')
    if (!existsSync(compiled)) continue
    const watcher = watch(compiled, { recursive: true }, (_event, file) => {
      if (file?.endsWith('.js')) note(restarts)
    })
    cleanup.add(() => {
      watcher.close()
      clearTimeout(settled)
    })
  }
}
