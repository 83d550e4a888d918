import { onTestFinished } from 'vitest'
import { type LoopDefinition, startLoops } from '../src/loops/loop.ts'
import { logger } from './silent-logger.ts'

/** Starts loops and stops them when the test ends. */
export function runLoops(...definitions: LoopDefinition[]): void {
  const loops = startLoops(definitions, logger)
  onTestFinished(() => loops.stop())
}
