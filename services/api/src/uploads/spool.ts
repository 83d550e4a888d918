import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@askline/contracts'
import { chunkBytes, openInspection } from '@askline/domain'
import { RequestFault } from '../http/faults.ts'

/** An upload that has come to its end: nothing of it is anywhere yet but in a file without a name. */
export type Spooled = {
  sizeBytes: number
  /** In hexadecimal. */
  sha256: string
  inspection: ReturnType<typeof openInspection>
  /** The bytes from the beginning, in pieces. */
  chunks(): AsyncGenerator<Uint8Array>
  close(): Promise<void>
}

export const tooLarge = () =>
  new RequestFault(413, 'payload_too_large', `A file may have ${limits.uploadBytes} bytes at most`, {
    // What is still on its way is not waited for.
    headers: { connection: 'close' },
  })

/**
 * Takes an upload to the disk as it comes, and looks at it on the way. The file's name is gone before its first byte is
 * written, so a process that is killed leaves nothing behind. Throws RequestFault 413 and the domain's FileRefusedError.
 */
export async function spool(upload: AsyncIterable<Buffer>): Promise<Spooled> {
  const handle = await openNameless()
  try {
    const hash = createHash('sha256')
    const inspection = openInspection()
    let sizeBytes = 0
    for await (const bytes of upload) {
      sizeBytes += bytes.length
      if (sizeBytes > limits.uploadBytes) throw tooLarge()
      inspection.look(bytes)
      hash.update(bytes)
      await handle.writeFile(bytes)
    }
    const chunks = () => readBack(handle)
    return { sizeBytes, sha256: hash.digest('hex'), inspection, chunks, close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `askline-upload-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

async function* readBack(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(chunkBytes), 0, chunkBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
