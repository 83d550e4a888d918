import { leaveTo } from './leave-to.ts'

/** The session of this browser: a cookie that no script reads, and a short access token that lives in memory only. */

export type Me = {
  uuid: string
  name: string
  email: string | null
  role: 'user' | 'expert' | 'agent' | 'admin'
  scopes: string[]
  company: { name: string; tag: string }
  socketUrl: string
  /** ms by which the company's time is ahead of this device's clock, which may be wrong. A sandbox has its own time. */
  clockAheadMs: number
}

/** No person is signed in here, or no longer. */
export class SignedOutError extends Error {
  override name = 'SignedOutError'
}

/** The service answers, but wants to be asked later: it is busy or restarts, or it refuses more tokens in this minute. */
export class BusyError extends Error {
  override name = 'BusyError'
  readonly isLimit: boolean
  /** Seconds. */
  readonly retryAfter: number
  constructor({ status, headers }: Response) {
    super('The service wants to be asked later.')
    this.isLimit = status === 429
    this.retryAfter = Number(headers.get('retry-after')) || usualWaitSeconds
  }
}

/** The wait after an answer that names none, for example that of a proxy. */
const usualWaitSeconds = 2
/** Statuses of a service that wants to be asked later. */
export const busyStatuses: readonly number[] = [429, 502, 503, 504]

/** Throws BusyError, or TypeError for any other answer that is no success. */
function assertAnswered(response: Response): void {
  if (busyStatuses.includes(response.status)) throw new BusyError(response)
  if (!response.ok) throw new TypeError(`The service answered ${response.status}.`)
}

const headers = { 'x-askline-desk': '1', 'content-type': 'application/json' }
/** Seconds before its end at which a token is replaced. */
const marginSeconds = 30
const lockName = 'askline-session'
const channelName = 'askline-session'
const signInName = 'askline-sign-in'

/** `endsAt` is in ms of the monotonic clock, which does not follow the device's clock. */
type Minted = { token: string; endsAt: number }
let minted: Minted | undefined
let coming: Promise<string> | undefined

/**
 * Returns an access token, minting one if none is left. Calls at the same time share one request. Throws SignedOutError,
 * BusyError, or TypeError while the network is away.
 */
export function mintToken(refused?: string): Promise<string> {
  if (minted && minted.token !== refused && minted.endsAt > performance.now()) return Promise.resolve(minted.token)
  coming ??= (obtainCode ? fetchHostToken(obtainCode) : oneTabAtATime(fetchToken)).finally(() => {
    coming = undefined
  })
  return coming
}

/** Returns the access token that is held now, or `undefined` if it is over. For requests of a page that ends. */
export const heldToken = (): string | undefined =>
  minted && minted.endsAt > performance.now() ? minted.token : undefined

let obtainCode: (() => Promise<string | null>) | undefined

/**
 * Takes every token from a one-time code of the page around this one, for the widget: its frame may have neither cookies nor
 * storage. Null means that nobody is signed in there.
 */
export function signInByHost(obtain: () => Promise<string | null>): void {
  obtainCode = obtain
}

async function fetchHostToken(obtain: () => Promise<string | null>): Promise<string> {
  const code = await obtain()
  if (code === null) throw new SignedOutError('The embedding page has no signed-in person.')
  return redeemAskerCode({ code, embedded: 'true' })
}

/** Throws SignedOutError if the code was used or is over, and BusyError. */
async function redeemAskerCode(body: { code: string; embedded?: 'true'; replace?: 'true' }): Promise<string> {
  const response = await postSession('/asker', body)
  if (response.status === 400) throw new SignedOutError('The sign-in was not accepted.')
  assertAnswered(response)
  return keepToken(await response.json())
}

async function fetchToken(): Promise<string> {
  const response = await postSession('/token', {})
  if (response.status === 204 || response.status === 401) throw new SignedOutError('This browser has no session.')
  assertAnswered(response)
  return keepToken(await response.json())
}

function keepToken(body: { access_token: string; expires_in: number }): string {
  minted = { token: body.access_token, endsAt: performance.now() + (body.expires_in - marginSeconds) * 1_000 }
  return minted.token
}

/** Tabs that wake up together ask one after the other. */
async function oneTabAtATime(work: () => Promise<string>): Promise<string> {
  return 'locks' in navigator ? await navigator.locks.request(lockName, work) : work()
}

/** Goes to the sign-in page (authorization code with PKCE) and comes back to `returnTo`. */
export async function signIn(returnTo: string): Promise<void> {
  const verifier = randomText()
  const state = randomText()
  sessionStorage.setItem(signInName, JSON.stringify({ verifier, state, returnTo }))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'askline-desk',
    redirect_uri: `${location.origin}/desk/callback`,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    state,
  })
  // In place of this page, to which the Back button would return only to leave it again.
  location.replace(`/v1/oauth/auth?${query}`)
}

/**
 * Redeems the code that `/desk/callback` was called with, and returns where the person came from. Throws SignedOutError. Throws
 * BusyError before the code is used, so that it can be redeemed later.
 */
async function finishSignIn(address: URL): Promise<string> {
  const kept = JSON.parse(sessionStorage.getItem(signInName) ?? 'null') as
    | { verifier: string; state: string; returnTo: string }
    | undefined
  const { searchParams: query } = address
  const code = query.get('code')
  const forget = () => {
    sessionStorage.removeItem(signInName)
    history.replaceState(null, '', address.pathname)
  }
  if (!kept || kept.state !== query.get('state') || query.get('iss') !== address.origin || code === null) {
    forget()
    throw new SignedOutError('The sign-in was not completed.')
  }
  const redirectUri = `${address.origin}/desk/callback`
  const response = await postSession('', { code, code_verifier: kept.verifier, redirect_uri: redirectUri })
  if (busyStatuses.includes(response.status)) throw new BusyError(response)
  forget()
  if (!response.ok) throw new SignedOutError('The sign-in was not accepted.')
  keepToken(await response.json())
  return kept.returnTo
}

/**
 * Signs the person in by what the address carries, or by the session of this browser, and returns who it is. Throws
 * SignedOutError, OtherPersonError, BusyError, or TypeError while the network is away. After the last two it can be called again.
 */
async function enter(): Promise<Me> {
  if (location.pathname === '/desk/callback') {
    const returnTo = await finishSignIn(new URL(location.href))
    // The page of the callback is the desk. `/ask` is another one.
    if (!returnTo.startsWith('/desk')) return leaveTo(returnTo)
    history.replaceState(null, '', returnTo)
  }
  await redeemSignInFragment()
  const token = await mintToken().catch((error) => {
    if (obtainCode || !(error instanceof SignedOutError)) throw error
    return leaveToSignIn()
  })
  return fetchMe(token)
}

/** Goes to the form at once and comes back to this page. Never resolves, because the page ends. */
async function leaveToSignIn(): Promise<never> {
  const { pathname, search } = location
  await signIn(pathname === '/desk/callback' ? '/desk' : pathname + search)
  return new Promise(() => undefined)
}

let entering: Promise<Me> | undefined

/** Begins to enter while the rest of the page loads: on a slow network the answers arrive before the scripts. */
export function beginToEnter(): void {
  entering = enter()
  // Its failure is reported by `enterSession`.
  entering.catch(() => undefined)
}

/** Returns who is signed in. The first call takes what `beginToEnter` began. Throws as `mintToken` does. */
export function enterSession(): Promise<Me> {
  const begun = entering ?? enter()
  entering = undefined
  return begun
}

/** The service prints whole seconds, and its answer took a while. A smaller difference says nothing about the device's clock. */
const toleratedMs = 5_000

/** Returns whose token it is. Throws SignedOutError, BusyError, or TypeError while the network is away. */
export async function fetchMe(token: string): Promise<Me> {
  const response = await fetch('/v1/me', { headers: { authorization: `Bearer ${token}` } })
  if (response.status === 401) throw new SignedOutError('This browser has no session.')
  assertAnswered(response)
  const { data, meta } = (await response.json()) as { data: Omit<Me, 'clockAheadMs'>; meta: { serverTime: string } }
  const aheadMs = new Date(meta.serverTime).getTime() - Date.now()
  return { ...data, clockAheadMs: Math.abs(aheadMs) < toleratedMs ? 0 : aheadMs }
}

/** The fragment with which a company's server sends its user to `/ask`: `#sign-in=CODE`. */
const signInFragment = /^#sign-in=([\w-]{43})$/

/** The address that a company's server sends its user to. No other page redeems a code. */
const askAddress = '/ask'

/** A link would sign another person in than the one who is signed in: they choose. */
export class OtherPersonError extends Error {
  override name = 'OtherPersonError'
  readonly present: string
  readonly next: string
  /** Ends the present session and signs the other person in. */
  readonly replace: () => Promise<void>
  /** Stays signed in, and makes the link useless. */
  readonly stay: () => Promise<void>
  constructor(code: string, present: string, next: string) {
    super(`${present} is signed in, and the link signs ${next} in.`)
    this.present = present
    this.next = next
    this.replace = async () => {
      await redeemAskerCode({ code, replace: 'true' })
      tellOtherTabs()
    }
    this.stay = () => discard(code)
  }
}

/**
 * Takes the code of a company's server from the address, and redeems it on the page that such links lead to. Throws
 * OtherPersonError if another asker is signed in, and BusyError. A code that was used or is over has no effect, and neither has any code if an
 * expert, agent or admin is signed in.
 */
async function redeemSignInFragment(): Promise<void> {
  const code = signInFragment.exec(location.hash)?.[1]
  if (code === undefined) return
  const forget = () => history.replaceState(null, '', location.pathname + location.search)
  try {
    if (location.pathname === askAddress) await redeemUnlessOther(code)
    forget()
  } catch (error) {
    // The code was not used, so it can be redeemed later.
    if (!(error instanceof BusyError)) forget()
    throw error
  }
}

/** Redeems the code of an asker's link, unless another person is signed in. Throws as `redeemSignInFragment` does. */
async function redeemUnlessOther(code: string): Promise<void> {
  const response = await postSession('/asker/compare', { code })
  // The link is over, so the present session counts.
  if (response.status === 400) return
  assertAnswered(response)
  const { present, next } = (await response.json()) as Comparison
  if (present?.isStaff) return discard(code)
  if (present && !next.isPresent) throw new OtherPersonError(code, present.name, next.name)
  await redeemAskerCode({ code })
}

type Comparison = {
  present: { name: string; isStaff: boolean } | null
  next: { name: string; isPresent: boolean }
}

async function discard(code: string): Promise<void> {
  await postSession('/asker/discard', { code })
}

const postSession = (path: string, body: object) =>
  fetch(`/v1/oauth/session${path}`, { method: 'POST', headers, body: JSON.stringify(body) })

/** Ends the session here and everywhere it is open, and tells the other tabs. Throws TypeError if the service is out of reach. */
export async function signOut(): Promise<void> {
  const response = await postSession('/end', {})
  if (response.status >= 500) throw new TypeError(`The session answered ${response.status}.`)
  minted = undefined
  tellOtherTabs()
}

/** Tells the other tabs that the session ended, or that another one took its place. */
export const tellOtherTabs = () => new BroadcastChannel(channelName).postMessage('ended')

/** Calls `listener` when another tab signs out. Returns how to stop. */
export function onSignOutElsewhere(listener: () => void): () => void {
  if (obtainCode) return () => undefined
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => {
    minted = undefined
    listener()
  }
  return () => channel.close()
}

const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
