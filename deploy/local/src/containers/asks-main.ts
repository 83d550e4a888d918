import { appendFileSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * `node asks-main.js ask|look <url> <client id> <client secret> <file>`. `ask` asks ten questions per second until SIGTERM. The file
 * receives the uuid of each acknowledged one. `look` reads each of them back. Both print their counts as JSON. It is a process of its own, because the
 * containers' ports may be in another network namespace.
 */
const [mode = '', url = '', clientId = '', clientSecret = '', file = ''] = process.argv.slice(2)
const ASK_EVERY_MS = 100
const TRY_WITHIN_MS = 60_000
let isEnding = false
process.on('SIGTERM', () => {
  isEnding = true
})

const asker = 'userEmail=load%40example.com'
let refusals = 0
let token = ''

if (mode === 'ask') console.log(JSON.stringify(await askUntilEnded()))
else console.log(JSON.stringify(await lookAtAll()))

async function askUntilEnded() {
  let acknowledged = 0
  const running = new Set<Promise<void>>()
  for (let n = 0; !isEnding; n++) {
    const one = ask(`${process.pid}-${n}`).then((uuid) => {
      running.delete(one)
      if (uuid === undefined) return
      acknowledged++
      appendFileSync(file, `${uuid}\n`)
    })
    running.add(one)
    await pause(ASK_EVERY_MS)
  }
  await Promise.all(running)
  return { acknowledged, refusals }
}

/** Repeats under one key until it is acknowledged or the load ends, as a client should. */
async function ask(key: string): Promise<string | undefined> {
  const text = `Why does transfer ${key} take longer than the others?`
  const body = JSON.stringify({ text, userEmail: 'load@example.com', userName: 'Load', externalId: key })
  const answer = await send('questions', { method: 'POST', body, headers: { 'Idempotency-Key': key } })
  return answer === undefined ? undefined : (answer as { data: { uuid: string } }).data.uuid
}

async function lookAtAll() {
  const uuids = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  let lost = 0
  for (const uuid of uuids) if ((await send(`questions/${uuid}?${asker}`, { method: 'GET' })) === undefined) lost++
  return { questions: uuids.length, different: new Set(uuids).size, lost }
}

/** Returns the answer, or undefined for a refusal other than 401, 429 and 5xx, which are tried again for a minute. */
async function send(path: string, request: RequestInit): Promise<unknown> {
  const giveUpAt = performance.now() + TRY_WITHIN_MS
  while (performance.now() < giveUpAt && !(isEnding && mode === 'ask')) {
    try {
      const headers = { ...request.headers, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const answer = await fetch(`${url}/v1/${path}`, { ...request, headers, signal: AbortSignal.timeout(10_000) })
      if (answer.ok) return await answer.json()
      if (answer.status === 401) await signIn()
      else if (answer.status < 500 && answer.status !== 429) {
        refusals++
        console.error(`${request.method} ${path}: ${answer.status} ${await answer.text()}`)
        return undefined
      } else refusals++
    } catch {
      refusals++
    }
    await pause(200)
  }
  return undefined
}

async function signIn(): Promise<void> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const answer = await fetch(`${url}/v1/oauth/token`, { method: 'POST', body, signal: AbortSignal.timeout(10_000) })
  token = ((await answer.json()) as { access_token?: string }).access_token ?? ''
}
