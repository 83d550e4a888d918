import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { Cleanup } from '../cleanup.ts'
import type { Engine } from './engine.ts'
import { apiUrl, asks, expect, inRunner } from './stack.ts'

/** Creates a company and its integration. Returns the client's id and secret. */
export async function createClient(engine: Engine): Promise<[string, string]> {
  const askline = ['docker', 'compose', 'exec', '-T', 'api', 'node', 'services/api/dist/askline.js']
  await inRunner(engine, [...askline, 'company', 'create', 'load', '--name', 'Load'])
  const words = await inRunner(engine, [
    ...askline,
    'integration',
    'create',
    'load',
    '--company',
    'load',
    '--name',
    'Load',
  ])
  const printed = (name: string) => new RegExp(`${name}\\s+(\\S+)`).exec(words)?.[1] ?? ''
  return [printed('client_id'), printed('client_secret')]
}

type Asked = { acknowledged: number; refusals: number }
export type Asking = { file: string; end(): Promise<Asked> }

/** Asks ten questions per second. `end` stops and returns what was acknowledged; a second call returns the same. */
export function startAsking(engine: Engine, client: [string, string], file: string, cleanup: Cleanup): Asking {
  rmSync(file, { force: true })
  const [program = '', ...args] = [...engine.inNetwork, process.execPath, asks, 'ask', apiUrl, ...client, file]
  const env = { ...process.env, ...engine.runner }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let words = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    words += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const end = async (): Promise<Asked> => {
    child.kill('SIGTERM')
    await ended
    return JSON.parse(words || '{"acknowledged":0,"refusals":0}')
  }
  cleanup.add(() => end().then(() => undefined))
  return { file, end }
}

/** Reads back every acknowledged question. Returns their number. Throws StartRefusedError if one is lost or there twice. */
export async function lookAt(engine: Engine, client: [string, string], files: string[]): Promise<number> {
  let count = 0
  for (const file of files) {
    const look = [process.execPath, asks, 'look', apiUrl, ...client, file]
    const found = JSON.parse(await inRunner(engine, look))
    expect(found.questions > 0, 'The load did not ask a question.')
    expect(found.lost === 0, `${found.lost} acknowledged questions are lost.`)
    expect(found.different === found.questions, 'A repeated key made a second question.')
    count += found.questions
  }
  return count
}
