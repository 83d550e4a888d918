import '../ui/tokens.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { hideComposedKeys } from '../keys/input-method.ts'
import { showTheme } from '../live/preferences.ts'
import { SessionGate } from '../session/session-gate.tsx'
import { keepTextsLive } from '../ui/translated-page.ts'
import { loadMessages, say } from '../words/words.ts'
import { AskerPages } from './asker-pages.tsx'

hideComposedKeys()
keepTextsLive()
showTheme()
await loadMessages()
document.title = say('ask.bar')
createRoot(document.getElementById('root') as HTMLElement).render(
  <SessionGate>
    <AskerPages />
  </SessionGate>,
)
