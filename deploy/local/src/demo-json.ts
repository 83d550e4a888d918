import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoFile } from './demo/demo-file.ts'

/** `demo.json` is there exactly while everything is ready; the rest of the time its content waits as `demo.offline.json`. */
export const demoFile = (home: string): string => join(home, 'demo.json')
const offlineFile = (home: string): string => join(home, 'demo.offline.json')

/** Takes demo.json away, because nobody answers what it promises; its content is kept. */
export function hideDemo(home: string): void {
  if (existsSync(demoFile(home))) renameSync(demoFile(home), offlineFile(home))
}

/** What an earlier start wrote; undefined when there is nothing, or nothing legible. */
export function readPreviousDemo(home: string): DemoFile | undefined {
  try {
    return JSON.parse(readFileSync(offlineFile(home), 'utf8')) as DemoFile
  } catch {
    return undefined
  }
}

/** Keeps the credentials, readable by this user only, before anybody may use them. */
export function keepDemo(home: string, demo: DemoFile): void {
  const arriving = `${offlineFile(home)}.arriving`
  rmSync(arriving, { force: true })
  const handle = openSync(arriving, 'w', 0o600)
  writeFileSync(handle, `${JSON.stringify(demo, null, 2)}\n`)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(arriving, offlineFile(home))
}

/** Forgets the credentials of a company that is no more. */
export function forgetDemo(home: string): void {
  for (const file of [demoFile(home), offlineFile(home)]) rmSync(file, { force: true })
}

/** Puts demo.json in place: everything is ready. */
export function showDemo(home: string): void {
  renameSync(offlineFile(home), demoFile(home))
}
