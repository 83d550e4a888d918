import { canInstallPackages, installPackage } from './servers/apt-packages.ts'
import { findBrowser } from './servers/browser.ts'

/** Vitest's global setup of tests in Chromium: installs it if it is not there and this process may install packages. */
export async function setup(): Promise<void> {
  if (findBrowser() || !canInstallPackages(process.env['PATH'] ?? '')) return
  const log = (line: string) => console.log(`  ${line}`)
  if (!(await installPackage('chromium-headless-shell', log))) await installPackage('chromium', log)
}
