import '../ui/tokens.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { findView } from '../inbox/paths.ts'
import { hideComposedKeys } from '../keys/input-method.ts'
import type { Live } from '../live/live.ts'
import { showTheme } from '../live/preferences.ts'
import { openSyncedDrafts } from '../live/synced-drafts.ts'
import { SessionGate } from '../session/session-gate.tsx'
import { deskShapes } from '../ui/desk-shapes.tsx'
import { addShapes } from '../ui/icon.tsx'
import { addStaffTexts } from '../words/say-to-reader.ts'
import { loadMessages } from '../words/shared-words.ts'
import { Desk } from './desk.tsx'
import { loadDeskMessages, say } from './desk-words.ts'
import { staffTexts } from './staff-texts.ts'

hideComposedKeys()
// After the first load, because a browser translates only what it shows.
void import('../ui/translated-page.ts').then(({ keepTextsLive }) => keepTextsLive())
showTheme()
addShapes(deskShapes)
addStaffTexts(staffTexts)
await Promise.all([loadMessages(), loadDeskMessages()])
document.title = say('desk.documentTitle')

function beginList({ me, begin }: Live) {
  const view = findView(location.pathname, me.role)
  if (view) begin(view)
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <SessionGate onOpen={beginList} syncDrafts={openSyncedDrafts}>
    <Desk />
  </SessionGate>,
)
