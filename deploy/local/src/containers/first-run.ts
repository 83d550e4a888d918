import type { Engine } from './engine.ts'
import { expect, inRunner } from './stack.ts'

/**
 * Opens the link that deploy/install.sh printed in a browser, and goes on until an expert has answered a question. Returns how long it
 * took. Throws StartRefusedError if no link was printed or a step fails.
 */
export async function walkFirstRun(engine: Engine, printed: string): Promise<string> {
  const link = /\S+\/setup#\S+/.exec(printed)?.[0] ?? ''
  expect(link !== '', 'deploy/install.sh printed no link of the setup.')
  const words = await inRunner(engine, [process.execPath, 'libs/journeys/dist/first-run/first-run-main.js', link])
  return words.trim().split('\n').at(-1) ?? ''
}
