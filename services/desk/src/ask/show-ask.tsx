import '../ui/tokens.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { hideComposedKeys } from '../keys/input-method.ts'
import { showTheme } from '../live/preferences.ts'
import { SessionGate } from '../session/session-gate.tsx'
import { loadMessages, say } from '../words/shared-words.ts'
import { AskerPages } from './asker-pages.tsx'

hideComposedKeys()
// After the first load, because a browser translates only what it shows.
void import('../ui/translated-page.ts').then(({ keepTextsLive }) => keepTextsLive())
showTheme()
await loadMessages()
document.title = say('ask.bar')
createRoot(document.getElementById('root') as HTMLElement).render(
  <SessionGate>
    <AskerPages />
  </SessionGate>,
)
