import { inkOn } from './contrast.ts'

export type Side = 'START' | 'END'

/** Draws the widget's button into a shadow tree, apart from all rules of the page around it. */
export function drawLauncher(root: ShadowRoot, { color, side }: { color: string; side: Side }): HTMLElement {
  const rules = styles(color, side)
  try {
    // A constructed sheet and DOM calls need no permission of the page's policy.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    root.adoptedStyleSheets = [sheet]
  } catch {
    add(root, 'style', {}).textContent = rules
  }
  const launcher = add(root, 'button', { type: 'button', class: 'launcher' })
  drawIcon(launcher, bubble)
  return launcher
}

/** Makes an element, also in a page that has its own `document.createElement`. */
export const make = (name: string): HTMLElement => Document.prototype.createElement.call(document, name)

/** Opens the shadow tree of an element. If the page replaced the function for it, a frame of our own has the browser's. */
export function openRoot(host: HTMLElement): ShadowRoot {
  try {
    if (host.attachShadow({ mode: 'open' }) === host.shadowRoot && host.shadowRoot) return host.shadowRoot
  } catch {
    // As if it were missing.
  }
  const frame = make('iframe') as HTMLIFrameElement
  document.documentElement.appendChild(frame)
  const own = frame.contentWindow as (Window & typeof globalThis) | null
  const root = host.shadowRoot ?? (own ?? window).Element.prototype.attachShadow.call(host, { mode: 'open' })
  document.documentElement.removeChild(frame)
  return root
}

/** Appends an element with attributes. */
export function add(parent: Node, name: string, attributes: Record<string, string>): HTMLElement {
  const made = make(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  parent.appendChild(made)
  return made
}

/** The speech bubble of Lucide (ISC License). */
const bubble = 'M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2z'

/** Draws an icon of 24 by 24 units from the data of its path. */
export function drawIcon(parent: Node, data: string) {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  const path = document.createElementNS(space, 'path')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  path.setAttribute('d', data)
  svg.appendChild(path)
  parent.appendChild(svg)
}

// `!important` inside the shadow tree wins over that of the page's own rules.
function styles(color: string, side: Side): string {
  const edge = `inset-inline-${side === 'START' ? 'start' : 'end'}`
  return `
:host{all:initial!important;position:fixed!important;inset-block-end:20px!important;${edge}:20px!important;z-index:2147483647!important;display:block!important}
[hidden]{display:none!important}
.launcher{all:unset;box-sizing:border-box;position:relative;display:grid;place-items:center;width:56px;height:56px;border-radius:50%;cursor:pointer;background:${color};color:${inkOn(color)};box-shadow:0 0 0 1px #fff6,0 4px 12px #0004}
.launcher:focus-visible{outline:3px solid ${color};outline-offset:3px;box-shadow:0 0 0 3px #fff}
svg{width:26px;height:26px;fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
.badge{position:absolute;inset-block-start:-4px;inset-inline-end:-4px;box-sizing:border-box;min-width:22px;padding:0 5px;border-radius:11px;background:#b42318;color:#fff;font:600 13px/22px system-ui,sans-serif;text-align:center}
.panel{position:fixed;inset-block-end:88px;${edge}:20px;width:min(400px,calc(100vw - 40px));height:min(640px,calc(100dvh - 108px));border-radius:12px;overflow:hidden;color-scheme:light dark;background:Canvas;color:CanvasText;font:16px/24px system-ui,sans-serif;box-shadow:0 0 0 1px #0002,0 8px 32px #0004}
iframe{display:block;width:100%;height:100%;border:0}
.head{display:flex;align-items:center;justify-content:space-between;min-height:56px;padding-inline:16px 8px;background:${color};color:${inkOn(color)};font-weight:600}
.head button{all:unset;display:grid;place-items:center;width:44px;height:44px;border-radius:8px;cursor:pointer}
.head button:focus-visible{outline:2px solid;outline-offset:-4px}
.cover p{margin:0;padding:16px}
@media (max-width:480px){.panel{inset:0;width:100vw;height:100dvh;border-radius:0}}
@media (prefers-reduced-motion:no-preference){.panel{animation:rise .2s}@keyframes rise{from{opacity:0;transform:translateY(12px)}}}
@media print{:host{display:none!important}}
@media (forced-colors:active){.launcher,.panel{border:2px solid}}`
}
