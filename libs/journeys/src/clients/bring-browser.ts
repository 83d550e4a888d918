import { canInstallPackages, installPackage } from '@askline/testing/servers'
import { findBrowser } from './browser.ts'

/** Vitest's global setup of the journeys: installs a browser if none is there and this process may install packages. */
export async function setup(): Promise<void> {
  if (findBrowser() || !canInstallPackages(process.env['PATH'] ?? '')) return
  const log = (line: string) => console.log(`  ${line}`)
  if (!(await installPackage('chromium-headless-shell', log))) await installPackage('chromium', log)
}
