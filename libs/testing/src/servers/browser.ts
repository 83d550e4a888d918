import { existsSync } from 'node:fs'

// The shell without a user interface comes first: with the same engine it takes half of the processor's time.
const usual = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)

/** Returns the path of Chromium: CHROMIUM_PATH or a usual place, `undefined` if it is not installed. */
export const findBrowser = (): string | undefined =>
  [process.env['CHROMIUM_PATH'], ...usual].find((path) => path !== undefined && existsSync(path))

/** Flags of Chromium in tests: without a sandbox, because root cannot have one, and without work of its own. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
]
