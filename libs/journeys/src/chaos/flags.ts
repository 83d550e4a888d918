import { fileURLToPath } from 'node:url'

/** Options of the command line. */
export type ChaosFlags = { only: string[]; minutes: number | undefined; isShort: boolean }

const help = '--only F4,F7 (these failures), --minutes 10 (a campaign of that length), --short (sizes of npm test)'

/** Reads `--name value` and `--name=value`. Throws an error that lists the flags. */
export function readChaosFlags(given: readonly string[]): ChaosFlags {
  const flags: ChaosFlags = { only: [], minutes: undefined, isShort: false }
  const words = given.flatMap((word) => word.split('=', 2))
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const value = word === '--short' ? '' : words.shift()
    if (word === '--short') flags.isShort = true
    else if (word === '--only' && value) flags.only = value.toUpperCase().split(',')
    else if (word === '--minutes' && Number(value) > 0) flags.minutes = Number(value)
    else throw new Error(`There is no flag "${word}${value ? ` ${value}` : ''}": ${help}`)
  }
  return flags
}

/** The folder of the reports. */
export const reportFolder = fileURLToPath(new URL('../../../../chaos-results/', import.meta.url))
