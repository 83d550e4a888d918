import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@askline/contracts'
import { openInspection } from '@askline/domain/files/inspect'
import { chunkBytes } from '@askline/domain/files/store'
import { RequestFault } from '../http/request-faults.ts'

/** A complete upload in an unlinked temporary file. */
export type Spooled = {
  sizeBytes: number
  /** Hexadecimal. */
  sha256: string
  inspection: ReturnType<typeof openInspection>
  /** Reads the bytes from the beginning, in chunks. */
  chunks(): AsyncGenerator<Uint8Array>
  close(): Promise<void>
}

export const tooLarge = () =>
  new RequestFault(413, 'payload_too_large', `A file may have at most ${limits.uploadBytes} bytes.`, {
    // Bytes that are still on their way are dropped.
    headers: { connection: 'close' },
  })

/**
 * Streams an upload to disk and inspects it on the way. The file is unlinked before its first byte is written, so a killed
 * process leaves nothing behind. Throws RequestFault 413 and FileRefusedError.
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
