import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoFile } from './demo/demo-file.ts'

/** `demo.json` exists only while everything is ready. Otherwise its content is in `demo.offline.json`. */
export const demoFile = (home: string): string => join(home, 'demo.json')
const offlineFile = (home: string): string => join(home, 'demo.offline.json')

/** Renames demo.json to demo.offline.json, because no service answers at its addresses. */
export function hideDemo(home: string): void {
  if (existsSync(demoFile(home))) renameSync(demoFile(home), offlineFile(home))
}

/** Returns what an earlier start wrote, or `undefined` if the file is missing or damaged. */
export function readPreviousDemo(home: string): DemoFile | undefined {
  try {
    return JSON.parse(readFileSync(offlineFile(home), 'utf8')) as DemoFile
  } catch {
    return undefined
  }
}

/** Writes the credentials to disk, readable by this user only, before they can be used. */
export function keepDemo(home: string, demo: DemoFile): void {
  const arriving = `${offlineFile(home)}.arriving`
  rmSync(arriving, { force: true })
  const handle = openSync(arriving, 'w', 0o600)
  writeFileSync(handle, `${JSON.stringify(demo, null, 2)}\n`)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(arriving, offlineFile(home))
}

/** Deletes the credentials of a deleted company. */
export function forgetDemo(home: string): void {
  for (const file of [demoFile(home), offlineFile(home)]) rmSync(file, { force: true })
}

/** Puts demo.json in place: everything is ready. */
export function showDemo(home: string): void {
  renameSync(offlineFile(home), demoFile(home))
}
