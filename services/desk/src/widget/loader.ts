import { isComposing } from '../keys/input-method.ts'
import { drawCover } from './cover.ts'
import { add, drawLauncher, make, openRoot, type Side } from './launcher.ts'
import { texts } from './loader-texts.ts'
import { type FromPanel, greeting, type ToPanel } from './panel-messages.ts'

/**
 * Settings that the API writes in front of this script. An empty `title` is the text of the browser's language. Pages of
 * `origins` may show the panel.
 */
declare const asklineLooks: {
  origin: string
  tag: string
  color: string
  side: Side
  title: string
  origins: readonly string[]
}

/** The one global of the loader. */
type Askline = {
  open(): void
  close(): void
  /** Names the function that returns a one-time code for the page's user, or null. It is called whenever one is needed. */
  signIn(obtainCode: () => Promise<string | null> | string | null): void
  /** Forgets the person and their drafts. Call it when your own page signs them out. */
  signOut(): void
}

/** ms after which a frame that was not loaded counts as refused. One that answers later is shown all the same. */
const loadMs = 10_000
/** ms after which a frame that was loaded and does not answer shows something else, such as an error of the browser. */
const answerMs = 5_000
/** Where the page's origin keeps that this browser has an open question. Nothing is stored before one was asked. */
const waitingKey = `askline-${asklineLooks.tag}`
/** ms after which a widget that the page removed comes back. */
const attachMs = 50
/** The longest time in ms that the panel waits for an idle page. */
const idleMs = 3_000
/** Width in px up to which the panel covers the page. */
const narrowWidth = 480
const page = window as Window & { Askline?: Askline }

// An element with this id or name is a property of the window too.
if (typeof page.Askline?.signIn === 'function') {
  console.warn('Askline: this page already has a widget. The second script is ignored.')
} else start()

function start() {
  const widget = openWidget()
  try {
    page.Askline = widget
  } catch {
    console.error('Askline: the page has a constant of the name Askline, so it cannot sign its users in.')
  }
}

/** Does what the widget can do without, because the page may have replaced or blocked what it needs. */
function attempt(work: () => void) {
  try {
    work()
  } catch {
    // The widget goes on without it.
  }
}

function openWidget(): Askline {
  const { origin, tag, color, side, origins } = asklineLooks
  const title = asklineLooks.title || texts.title
  let isOpen = false
  let obtainCode: Parameters<Askline['signIn']>[0] | undefined
  let port: MessagePort | undefined
  let frame: HTMLIFrameElement | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let hasFailed = false
  /** The page's own value while the panel covers it. */
  let pageOverflow: string | undefined

  const host = make('askline-widget')
  const root = openRoot(host)
  const launcher = drawLauncher(root, { color, side })
  launcher.setAttribute('aria-expanded', 'false')
  const badge = add(launcher, 'span', { class: 'badge', hidden: '', 'aria-hidden': 'true' })
  const panel = add(root, 'div', { class: 'panel', role: 'dialog', 'aria-label': title, hidden: '' })
  const before = add(panel, 'span', {})
  const cover = drawCover(panel, title, close)
  const after = add(panel, 'span', {})
  showUnread(0)

  function post(message: ToPanel) {
    port?.postMessage(message)
  }

  /** Loads the panel, when it is first opened or when this browser has an open question. */
  function load(): HTMLIFrameElement {
    const made = make('iframe') as HTMLIFrameElement
    made.title = title
    made.allow = 'clipboard-write'
    made.src = `${origin}/widget/${encodeURIComponent(tag)}`
    made.hidden = true
    // The exact origin: a frame that shows anything else gets nothing.
    made.addEventListener('load', () => {
      const { port1, port2 } = new MessageChannel()
      port?.close()
      port = port1
      port1.onmessage = ({ data }: MessageEvent<FromPanel>) => receive(data)
      made.contentWindow?.postMessage(greeting, origin, [port2])
      if (!hasFailed) waitAtMost(answerMs)
    })
    hasFailed = false
    cover.begin()
    panel.insertBefore(made, after)
    // The frame is tried all the same, because this script may be older than the setting.
    if (origins.includes(location.origin)) waitAtMost(loadMs)
    else fail()
    return made
  }

  function waitAtMost(ms: number) {
    clearTimeout(patience)
    patience = setTimeout(fail, ms)
  }

  /** Says in the panel that it did not open, and in the console what to change. */
  function fail() {
    attempt(() =>
      console.error(
        `Askline: the widget did not open. Add ${location.origin} to the company's setting widgetOrigins, and ${origin} to frame-src of this page's Content-Security-Policy.`,
      ),
    )
    hasFailed = true
    keepWaiting(false)
    show(false)
    cover.fail()
  }

  /** Shows the frame, or what covers it until it can be used. The focus stays in the panel. */
  function show(isReady: boolean) {
    const hadFocus = isOpen && root.activeElement !== null
    if (frame) frame.hidden = !isReady
    cover.cover.hidden = isReady
    if (hadFocus) focusPanel()
  }

  function focusPanel() {
    if (cover.cover.hidden) frame?.focus()
    else cover.closer.focus()
  }

  function receive(message: FromPanel) {
    if (message.type === 'ready') {
      clearTimeout(patience)
      hasFailed = false
      show(true)
      post({ type: 'shown', isShown: isOpen })
    } else if (message.type === 'close') close()
    else if (message.type === 'unread') {
      showUnread(message.count)
      keepWaiting(message.isWaiting || message.count > 0)
    } else void sendCode()
  }

  async function sendCode() {
    let code: string | null = null
    try {
      code = (await obtainCode?.()) ?? null
    } catch (error) {
      console.error('Askline: the page gave no code to sign its user in.', error)
    }
    post({ type: 'code', code: typeof code === 'string' ? code : null })
  }

  function showUnread(count: number) {
    badge.hidden = count === 0
    badge.textContent = count > 9 ? '9+' : String(count)
    launcher.setAttribute('aria-label', count === 0 ? title : `${title} (${count})`)
  }

  function open() {
    if (isOpen) return
    isOpen = true
    panel.hidden = false
    launcher.setAttribute('aria-expanded', 'true')
    if (hasFailed) {
      frame?.remove()
      frame = undefined
    }
    frame ??= load()
    fitPage()
    post({ type: 'shown', isShown: true })
    focusPanel()
  }

  function close() {
    if (!isOpen) return
    isOpen = false
    panel.hidden = true
    launcher.setAttribute('aria-expanded', 'false')
    fitPage()
    post({ type: 'shown', isShown: false })
    launcher.focus()
  }

  /** On a phone the panel covers the page: the page does not scroll, and Tab stays in the panel. */
  function fitPage() {
    const covers = isOpen && innerWidth <= narrowWidth
    panel.ariaModal = String(covers)
    const { style } = document.documentElement
    if (covers && pageOverflow === undefined) {
      pageOverflow = style.overflow
      style.overflow = 'hidden'
    } else if (!covers && pageOverflow !== undefined) {
      style.overflow = pageOverflow
      pageOverflow = undefined
    }
    for (const edge of [before, after]) edge.tabIndex = covers ? 0 : -1
  }

  launcher.addEventListener('click', () => (isOpen ? close() : open()))
  const turn = (at: 'start' | 'end') => () => {
    focusPanel()
    post({ type: 'focus', at })
  }
  before.addEventListener('focus', turn('end'))
  after.addEventListener('focus', turn('start'))
  root.addEventListener('keydown', (event) => {
    const pressed = event as KeyboardEvent
    if (pressed.key === 'Escape' && !isComposing(pressed)) close()
  })
  attempt(() => addEventListener('resize', fitPage))

  // Beside the body, because single-page applications replace it. If all of the document is replaced, it comes back.
  const attach = () => {
    if (!host.isConnected) document.documentElement.appendChild(host)
  }
  attach()
  attempt(() => {
    // Later, so that a page which removes it each time is not held up for ever.
    const watcher = new MutationObserver(() => setTimeout(attachAgain, attachMs))
    const attachAgain = () => {
      attach()
      watcher.observe(document.documentElement, { childList: true })
    }
    watcher.observe(document, { childList: true })
    watcher.observe(document.documentElement, { childList: true })
  })

  return {
    open,
    close,
    signIn(obtain) {
      obtainCode = obtain
      post({ type: 'restart', forget: false })
      whenIdle(() => {
        if (isWaiting()) frame ??= load()
      })
    },
    signOut() {
      obtainCode = undefined
      showUnread(0)
      keepWaiting(false)
      close()
      post({ type: 'restart', forget: true })
    },
  }
}

/** Notes whether this browser has an open question, so that the next page counts its unread messages. */
function keepWaiting(isWaiting: boolean) {
  // Without storage the count appears when the panel is opened.
  attempt(() => {
    if (isWaiting) localStorage.setItem(waitingKey, '1')
    else localStorage.removeItem(waitingKey)
  })
}

function isWaiting(): boolean {
  try {
    return localStorage.getItem(waitingKey) !== null
  } catch {
    return false
  }
}

/** Runs `work` after everything that the page itself does first. */
function whenIdle(work: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: idleMs })
  else setTimeout(work, idleMs)
}
