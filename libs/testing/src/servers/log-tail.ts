import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'

const WINDOW = 16_384

/** Returns the last lines of a log file, or an empty text if the file does not exist. */
export function lastLines(file: string, count: number): string {
  if (!existsSync(file)) return ''
  const size = statSync(file).size
  const window = Buffer.alloc(Math.min(WINDOW, size))
  const handle = openSync(file, 'r')
  try {
    readSync(handle, window, 0, window.length, size - window.length)
  } finally {
    closeSync(handle)
  }
  return window.toString('utf8').trimEnd().split('\n').slice(-count).join('\n')
}
