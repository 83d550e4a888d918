import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { startGuarded } from '@askline/testing/servers'
import { announce } from './announce.ts'
import type { Cleanup } from './cleanup.ts'
import { followFile } from './follow.ts'
import { type Launched, launch } from './launch.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { serviceNames } from './services.ts'
import { isBelowNpm, readSettings, repository } from './settings.ts'
import { print, secondsSince } from './steps.ts'

// The build writes many files in a row.
const SETTLED_AFTER_MS = 400
const libraries = ['contracts', 'db', 'domain', 'learning', 'runtime', 'text'].map((name) => join('libs', name))
const types = 'libs/testing/tsconfig.tests.json'
// The program itself: node_modules/.bin/tsc starts it as a child, which would survive the end of its parent.
const compiler = join(repository, `node_modules/@typescript/typescript-${process.platform}-${process.arch}/lib/tsc`)

/** The folders that are watched, and the services that run their code. */
const folders = [
  ...libraries.map((folder) => ({ folder, restarts: serviceNames as readonly string[] })),
  ...serviceNames.map((name) => ({ folder: join('services', name), restarts: [name] })),
]

/** `npm run dev`: runs `npm start`, builds and type-checks changed sources, and restarts the services that use them. */
await runUntilStopped(
  async (cleanup) => {
    const settings = readSettings(process.argv.slice(2))
    const launched = await launch(settings, cleanup)
    announce(launched, secondsSince(0))
    await watchSources(join(settings.home, 'logs', 'build.log'), cleanup)
    watchCompiled(launched, cleanup)
    return 'stay'
  },
  { belowNpm: isBelowNpm() },
)

/** Builds changed sources again, and prints type errors. Both programs write to one log, which the terminal follows. */
async function watchSources(logFile: string, cleanup: Cleanup): Promise<void> {
  const unfollow = followFile(logFile, (text) => print(text.trimEnd()))
  cleanup.add(unfollow)
  const watchers = [
    { command: process.execPath, args: ['deploy/build.mjs', '--watch', ...folders.map(({ folder }) => folder)] },
    { command: compiler, args: ['-p', types, '--watch', '--preserveWatchOutput'] },
  ]
  for (const program of watchers) {
    const watching = await startGuarded({
      ...program,
      cwd: repository,
      logFile,
      stopSignals: [{ signal: 'SIGKILL', afterMs: 0 }],
    })
    cleanup.add(() => watching.end([{ signal: 'SIGKILL', waitMs: 2_000 }]))
  }
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
      print(`  ↻ ${service.name} runs the new code  ${secondsSince(began)}`)
    }
  }
  const note = (names: readonly string[]) => {
    for (const name of names) changed.add(name)
    clearTimeout(settled)
    settled = setTimeout(
      () => void restartChanged().catch((error: Error) => print(`  ! ${error.message}`)),
      SETTLED_AFTER_MS,
    )
  }
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
