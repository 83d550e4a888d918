/** A terminal line that is overwritten. */
export type Bar = { write(line: string): void; end(): void }

export type Progress = (label: string, done: number, total: number) => void

const width = 30

/** Shows progress: a bar on a terminal, otherwise a line for each tenth. */
export function buildProgress(say: (line: string) => void, bar: Bar | undefined): Progress {
  let told = ''
  return (label, done, total) => {
    const tenths = Math.floor((10 * done) / Math.max(1, total))
    if (bar) {
      const full = Math.round((width * done) / Math.max(1, total))
      bar.write(`${label} [${'#'.repeat(full)}${'.'.repeat(width - full)}] ${done} of ${total}`)
      if (done >= total) bar.end()
    } else if (told !== `${label} ${tenths}`) {
      told = `${label} ${tenths}`
      say(`${label}: ${done} of ${total}`)
    }
  }
}
