import { closeSync, openSync, readSync, statSync, unwatchFile, watchFile } from 'node:fs'

/** Passes on text that is appended to a file from now on. Polls four times a second. Call the result to stop. */
export function followFile(file: string, hear: (text: string) => void): () => void {
  let read = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  watchFile(file, { interval: 250 }, ({ size }) => {
    if (size < read) read = 0
    if (size === read) return
    const text = Buffer.alloc(size - read)
    const handle = openSync(file, 'r')
    readSync(handle, text, 0, text.length, read)
    closeSync(handle)
    read = size
    hear(text.toString('utf8'))
  })
  return () => unwatchFile(file)
}
