import { spawn } from 'node:child_process'

type RunOptions = { cwd?: string; env?: Record<string, string>; uid?: number | undefined; gid?: number | undefined }

/** Runs a program and returns its output. Rejects with the output if it fails. */
export function run(program: string, args: string[], { cwd = '/', env, uid, gid }: RunOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(env && { env }),
      ...(uid !== undefined && { uid }),
      ...(gid !== undefined && { gid }),
    })
    let words = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        words += chunk
      })
    }
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(words) : reject(new Error(`${program}: ${words}`))))
  })
}
