import { type Api, openApi } from './api.ts'
import { onNetworkReturn } from './network.ts'
import { adminOf } from './resources/admin.ts'
import { agentsOf } from './resources/agents.ts'
import { answersOf } from './resources/answers.ts'
import { draftsOf } from './resources/drafts.ts'
import { eventsOf, feedWaitSeconds } from './resources/events.ts'
import { expertsOf } from './resources/experts.ts'
import { filesOf } from './resources/files.ts'
import { meOf } from './resources/me.ts'
import { messagesOf } from './resources/messages.ts'
import { notesOf } from './resources/notes.ts'
import { questionsOf } from './resources/questions.ts'
import { repliesOf } from './resources/replies.ts'
import { responsesOf } from './resources/responses.ts'
import { usersOf } from './resources/users.ts'
import type { Fetch, RetryPolicy } from './retry.ts'
import { type Credentials, tokenSourceOf } from './tokens.ts'
import { openDoorbell } from './watch/doorbell.ts'
import { atPace, openPace } from './watch/pace.ts'
import { type Watch, type WatchQuestion, watchWith } from './watch/watch.ts'

export type ClientOptions = {
  /** Askline's address, with or without `/v1`. */
  url: string
  credentials: Credentials
  /** Where the socket is, if not at `url`. */
  socketUrl?: string
  /** Maximum number of retries after no answer, 429, 502, 503 or 504; 4 by default. */
  retries?: number
  /** Timeout of an attempt in ms; 10,000 by default, because Askline answers within 8,000. */
  timeoutMs?: number
  /** The longest `Retry-After`, in ms, that a call waits for; 30,000 by default. */
  longestWaitMs?: number
  /** Poll interval of a watch in ms while there is no socket; 2,000 by default. */
  pollMs?: number
  /** Poll interval of a watch in ms while its socket is connected; 30,000 by default. */
  checkMs?: number
  fetch?: Fetch
}

export type Client = ReturnType<typeof openClient>

/** Pause in ms between looks at lists while changes do not end. Each look may fetch several lists and pages. */
const inboxEveryMs = 3_000
const inboxBurst = 2

/** Opens a client of one principal. It sends nothing before the first call. `close` ends its watches and its socket. */
export function openClient(options: ClientOptions) {
  const url = rootOf(options.url)
  const policy: RetryPolicy = {
    fetch: options.fetch ?? ((address, init) => globalThis.fetch(address, init)),
    retries: options.retries ?? 4,
    attemptMs: options.timeoutMs ?? 10_000,
    longestWaitMs: options.longestWaitMs ?? 30_000,
  }
  const tokens = tokenSourceOf(options.credentials, url, policy)
  const api: Api = openApi(url, tokens, policy)
  const waiting = openApi(url, tokens, { ...policy, attemptMs: policy.attemptMs + 1_000 * feedWaitSeconds })
  const doorbell = openDoorbell(rootOf(options.socketUrl ?? url), tokens)
  const watches = new Set<Watch>()
  const watchQuestion = watchWith({
    doorbell,
    pollMs: options.pollMs ?? 2_000,
    checkMs: options.checkMs ?? 30_000,
    fetchQuestion: (uuid, lastChecked, signal) =>
      questions.get(uuid, lastChecked === undefined ? {} : { lastChecked }, { signal }),
  })
  const startWatch: WatchQuestion = (uuid, onChange, wishes) => {
    for (const watch of watches) if (watch.via === 'nothing') watches.delete(watch)
    const watch = watchQuestion(uuid, onChange, wishes)
    watches.add(watch)
    return watch
  }
  const questions = questionsOf(api, startWatch, doorbell.tellComposing)
  /**
   * Calls `onChange` when the caller's list may have changed and must be fetched again, at most every 3 s while changes do
   * not end. Returns a function that stops it.
   */
  const watchInbox = (onChange: () => void): (() => void) => {
    const { announce, stop } = atPace(openPace(inboxEveryMs, inboxBurst), onChange)
    const stopListening = doorbell.listenToInbox(announce)
    return () => {
      stopListening()
      stop()
    }
  }
  const catchUp = () => {
    doorbell.reconnect()
    for (const watch of watches) watch.catchUp()
  }
  const stopListening = onNetworkReturn(catchUp)
  return {
    questions,
    responses: responsesOf(api),
    me: meOf(api),
    messages: messagesOf(api),
    notes: notesOf(api),
    replies: repliesOf(api),
    drafts: draftsOf(api),
    answers: answersOf(api),
    users: usersOf(api),
    events: eventsOf(waiting),
    experts: { ...expertsOf(api), watchInbox },
    agents: { ...agentsOf(api), watchQueue: watchInbox },
    files: filesOf(api),
    admin: adminOf(api),
    /** Every endpoint by its path, for endpoints without a method here. Returns openapi-fetch's results and does not throw. */
    api,
    /** Renews the socket and fetches all watched questions at once. In a browser this happens whenever the network is back. */
    catchUp,
    close(): void {
      stopListening()
      for (const watch of watches) watch.close()
      doorbell.close()
    },
  }
}

const rootOf = (url: string): string => url.replace(/\/+$/, '').replace(/\/v1$/, '')
