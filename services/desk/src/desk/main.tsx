import '../ui/tokens.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { showTheme } from '../live/preferences.ts'
import { SessionGate } from '../session/session-gate.tsx'
import { loadMessages, say } from '../words/words.ts'
import { Desk } from './desk.tsx'

showTheme()
await loadMessages()
document.title = say('desk.documentTitle')
createRoot(document.getElementById('root') as HTMLElement).render(
  <SessionGate>
    <Desk />
  </SessionGate>,
)
