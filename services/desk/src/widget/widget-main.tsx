import '../ui/tokens.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { Route, Router, Switch } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { AskPage } from '../ask/ask-page.tsx'
import { QuestionPage } from '../ask/question-page.tsx'
import { hideComposedKeys } from '../keys/input-method.ts'
import { ConnectionLine } from '../live/connection-line.tsx'
import { forgetTexts } from '../live/drafts.ts'
import { PageBoundary } from '../live/page-boundary.tsx'
import { signInByHost } from '../session/session.ts'
import { SessionGate } from '../session/session-gate.tsx'
import { Bar } from '../ui/bar.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { loadMessages, say } from '../words/shared-words.ts'
import { showAccent } from './accent.ts'
import { focusEdge } from './focus-edge.ts'
import { openHost } from './host.ts'
import { Unread } from './unread.tsx'
import { WhileShown } from './while-shown.tsx'

/** Settings that the API writes into the page: `findWidget` of the domain. */
type Settings = {
  origins: string[]
  title: string
  greeting: string
  color: string
  language: string
  /** Whether the service knows the origin of the page from its `Referer`. */
  isOpeningNoted?: boolean
}

const written = document.querySelector<HTMLMetaElement>('meta[name=askline-widget]')?.content
const none: Settings = { origins: [], title: '', greeting: '', color: '', language: '' }
const settings: Settings = { ...none, ...JSON.parse(written ?? '{}') }
// Listens before anything is waited for, because the loader greets once.
const host = openHost(settings.origins, (origin) => {
  // The page sent no `Referer`. The panel works without this.
  if (settings.isOpeningNoted) return
  navigator.sendBeacon(
    `${location.pathname}/opened`,
    new Blob([JSON.stringify({ origin })], { type: 'application/json' }),
  )
})
signInByHost(host.obtainCode)
host.on((message) => {
  if (message.type === 'focus') focusEdge(message.at)
  if (message.type !== 'restart') return
  if (message.forget) forgetTexts()
  location.reload()
})
hideComposedKeys()
// After the first load, because a browser translates only what it shows.
void import('../ui/translated-page.ts').then(({ keepTextsLive }) => keepTextsLive())
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) host.tell({ type: 'close' })
})

if (settings.color) showAccent(settings.color)
await loadMessages([...navigator.languages, settings.language])
const title = settings.title || say('ask.documentTitle')
document.title = title
// Addresses in memory: steps in the panel must not become steps of the page's Back button.
const { hook } = memoryLocation({ path: '/' })
const close = (
  <Button kind="quiet" icon="x" aria-label={say('widget.close')} onClick={() => host.tell({ type: 'close' })} />
)
const signedOut = (
  <main>
    <h1 className="visually-hidden">{title}</h1>
    <Empty icon="user-round" title={say('widget.out')}>
      {say('widget.outHint')}
    </Empty>
  </main>
)
function Pages() {
  const [here] = hook()
  return (
    <PageBoundary path={here}>
      <Router hook={hook}>
        <Switch>
          <Route path="/q/:uuid">{({ uuid }) => <QuestionPage key={uuid} uuid={uuid} />}</Route>
          <Route>
            <AskPage greeting={settings.greeting} />
          </Route>
        </Switch>
      </Router>
    </PageBoundary>
  )
}
const tellUnread = (count: number, isWaiting: boolean) => host.tell({ type: 'unread', count, isWaiting })
createRoot(document.getElementById('root') as HTMLElement).render(
  <>
    <Bar title={title}>{close}</Bar>
    <SessionGate out={signedOut}>
      <ConnectionLine />
      <Unread onChange={tellUnread} />
      <WhileShown host={host}>
        <Pages />
      </WhileShown>
    </SessionGate>
  </>,
)
host.tell({ type: 'ready' })
