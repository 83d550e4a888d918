import { type FromPanel, greeting, type ToPanel } from './messages.ts'

/** What the API writes in front of this script. `title` is empty for the text of the browser's language. */
declare const asklineLooks: { origin: string; tag: string; color: string; side: 'START' | 'END'; title: string }

/** The one global of the loader. */
type Askline = {
  open(): void
  close(): void
  /** Names the function that returns a one-time code for the page's user, or null. It is called whenever one is needed. */
  signIn(obtainCode: () => Promise<string | null> | string | null): void
  /** Forgets the person and their drafts. Call it when your own page signs them out. */
  signOut(): void
}

/** ms after which a frame that does not answer was refused by a policy of this page or by the company's settings. */
const patienceMs = 10_000
const narrow = matchMedia('(max-width: 480px)')
const page = window as Window & { Askline?: Askline }

if (page.Askline) console.warn('Askline: this page already has a widget. The second script is ignored.')
else page.Askline = openWidget()

function openWidget(): Askline {
  const { origin, tag, color, side } = asklineLooks
  const title = asklineLooks.title || (navigator.language.startsWith('de') ? 'Frage stellen' : 'Ask a question')
  let isOpen = false
  let obtainCode: Parameters<Askline['signIn']>[0] | undefined
  let port: MessagePort | undefined
  let frame: HTMLIFrameElement | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  /** The page's own value while the panel covers it. */
  let pageOverflow: string | undefined

  const host = document.createElement('askline-widget')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  // A constructed sheet and DOM calls need no permission of the page's policy.
  sheet.replaceSync(styles(color, side))
  root.adoptedStyleSheets = [sheet]

  const launcher = add(root, 'button', { type: 'button', class: 'launcher', 'aria-expanded': 'false' })
  drawIcon(launcher)
  const badge = add(launcher, 'span', { class: 'badge', hidden: '', 'aria-hidden': 'true' })
  const panel = add(root, 'div', { class: 'panel', role: 'dialog', 'aria-label': title, hidden: '' })
  const before = add(panel, 'span', {})
  const after = add(panel, 'span', {})
  showUnread(0)

  function post(message: ToPanel) {
    port?.postMessage(message)
  }

  /** Loads the panel, when it is opened for the first time. */
  function load(): HTMLIFrameElement {
    const made = document.createElement('iframe')
    made.title = title
    made.allow = 'clipboard-write'
    made.src = `${origin}/widget/${encodeURIComponent(tag)}`
    // The exact origin: a frame that shows anything else gets nothing.
    made.addEventListener('load', () => {
      const { port1, port2 } = new MessageChannel()
      port?.close()
      port = port1
      port1.onmessage = ({ data }: MessageEvent<FromPanel>) => receive(data)
      made.contentWindow?.postMessage(greeting, origin, [port2])
    })
    patience = setTimeout(() => {
      console.error(
        `Askline: the widget did not open. Add ${location.origin} to the company's setting widgetOrigins, and ${origin} to frame-src of this page's Content-Security-Policy.`,
      )
      close()
      made.remove()
      frame = undefined
    }, patienceMs)
    after.before(made)
    return made
  }

  function receive(message: FromPanel) {
    if (message.type === 'ready') {
      clearTimeout(patience)
      post({ type: 'shown', isShown: isOpen })
    } else if (message.type === 'close') close()
    else if (message.type === 'unread') showUnread(message.count)
    else void sendCode()
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
    frame ??= load()
    fitPage()
    post({ type: 'shown', isShown: true })
    frame.focus()
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
    const covers = isOpen && narrow.matches
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
    frame?.focus()
    post({ type: 'focus', at })
  }
  before.addEventListener('focus', turn('end'))
  after.addEventListener('focus', turn('start'))
  root.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Escape') close()
  })
  narrow.addEventListener('change', fitPage)

  // Beside the body, because single-page applications replace it. If all of the document is replaced, it comes back.
  const attach = () => {
    if (!host.isConnected) document.documentElement.append(host)
    watcher.observe(document.documentElement, { childList: true })
  }
  const watcher = new MutationObserver(attach)
  watcher.observe(document, { childList: true })
  attach()

  return {
    open,
    close,
    signIn(obtain) {
      obtainCode = obtain
      post({ type: 'restart', forget: false })
    },
    signOut() {
      obtainCode = undefined
      showUnread(0)
      close()
      post({ type: 'restart', forget: true })
    },
  }
}

function add(parent: Node, name: string, attributes: Record<string, string>): HTMLElement {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  parent.appendChild(made)
  return made
}

/** Draws the speech bubble of Lucide (ISC License). */
function drawIcon(parent: Node) {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  const path = document.createElementNS(space, 'path')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  path.setAttribute('d', 'M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2z')
  svg.append(path)
  parent.appendChild(svg)
}

/** Returns black or white, whichever has the higher contrast on `color` (WCAG 2.2, at least 4.5:1). */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff'
}

// `!important` inside the shadow tree wins over that of the page's own rules.
function styles(color: string, side: 'START' | 'END'): string {
  const edge = `inset-inline-${side === 'START' ? 'start' : 'end'}`
  return `
:host{all:initial!important;position:fixed!important;inset-block-end:20px!important;${edge}:20px!important;z-index:2147483647!important;display:block!important}
[hidden]{display:none!important}
.launcher{all:unset;box-sizing:border-box;position:relative;display:grid;place-items:center;width:56px;height:56px;border-radius:50%;cursor:pointer;background:${color};color:${inkOn(color)};box-shadow:0 0 0 1px #fff6,0 4px 12px #0004}
.launcher:focus-visible{outline:3px solid ${color};outline-offset:3px;box-shadow:0 0 0 3px #fff}
svg{width:26px;height:26px;fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
.badge{position:absolute;inset-block-start:-4px;inset-inline-end:-4px;box-sizing:border-box;min-width:22px;padding:0 5px;border-radius:11px;background:#b42318;color:#fff;font:600 13px/22px system-ui,sans-serif;text-align:center}
.panel{position:fixed;inset-block-end:88px;${edge}:20px;width:min(400px,calc(100vw - 40px));height:min(640px,calc(100dvh - 108px));border-radius:12px;overflow:hidden;background:Canvas;box-shadow:0 0 0 1px #0002,0 8px 32px #0004}
iframe{display:block;width:100%;height:100%;border:0}
@media (max-width:480px){.panel{inset:0;width:100vw;height:100dvh;border-radius:0}}
@media (prefers-reduced-motion:no-preference){.panel{animation:rise .2s}@keyframes rise{from{opacity:0;transform:translateY(12px)}}}
@media (forced-colors:active){.launcher,.panel{border:2px solid}}`
}
