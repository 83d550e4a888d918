import '../../src/ui/tokens.css'
import '../../src/ui/base.css'
import { createRoot, type Root } from 'react-dom/client'
import { page as tester } from 'vitest/browser'
import { AskerPages } from '../../src/ask/asker-pages.tsx'
import { Desk } from '../../src/desk/desk.tsx'
import { loadDeskMessages } from '../../src/desk/desk-words.ts'
import { staffTexts } from '../../src/desk/staff-texts.ts'
import { hideComposedKeys } from '../../src/keys/input-method.ts'
import type { Live } from '../../src/live/live.ts'
import { openSyncedDrafts } from '../../src/live/synced-drafts.ts'
import { SessionGate } from '../../src/session/session-gate.tsx'
import { deskShapes } from '../../src/ui/desk-shapes.tsx'
import { addShapes } from '../../src/ui/icon.tsx'
import { addStaffTexts, type StaffTexts } from '../../src/words/say-to-reader.ts'
import { loadMessages } from '../../src/words/shared-words.ts'
import { endWithTest } from './complaints.ts'
import { people } from './kept-question.ts'
import { type Answers, openService, type Service, type TextOf } from './service.ts'

hideComposedKeys()
addShapes(deskShapes)

type Role = 'user' | 'expert' | 'agent' | 'admin'

/** Answers to the requests of the frame of the desk, by role. */
const usual: Record<Role, Answers> = {
  user: { 'GET /v1/questions': { questions: [] } },
  expert: {
    'GET /v1/experts/me': { name: 'Bruno', availability: 'AVAILABLE', awayReason: null, awaySince: null },
    'GET /v1/experts/me/questions': { questions: [] },
  },
  agent: { 'GET /v1/agents/questions': { questions: [] } },
  admin: { 'GET /v1/admin/start': { isDismissed: true }, 'GET /v1/agents/questions': { questions: [] } },
}

/** The desk in the document of the test, with a service that stands in for the real one. */
export type OpenedDesk = Service & {
  /** Draws the page of an address anew, of this one by default, as a reload would. Only the browser's storage stays. */
  reload(path?: string): void
}

export type DeskOptions = { role?: Role; languages?: string[]; preferences?: object; textOf?: TextOf }

/** Opens a page of the desk. It ends with the test, which fails if the page asked for what has no answer, or complained. */
export async function openDesk(
  path: string,
  answers: Answers = {},
  { role = 'admin', languages = ['en'], preferences = { undoSeconds: 0 }, textOf }: DeskOptions = {},
): Promise<OpenedDesk> {
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('askline-preferences', JSON.stringify(preferences))
  const service = openService(
    {
      'POST /v1/oauth/session/token': { access_token: 'of-a-test' },
      'GET /v1/me': { ...identify(role), role, company: { name: 'Bank' }, socketUrl: location.origin },
      ...usual[role],
      ...answers,
    },
    textOf,
  )
  await tester.viewport(1280, 800)
  // Askers do not load the texts of the desk.
  const none = Object.fromEntries(Object.keys(staffTexts).map((key) => [key, undefined]))
  addStaffTexts(path.startsWith('/ask') ? (none as StaffTexts) : staffTexts)
  document.title = path.startsWith('/ask') ? 'Help' : 'Askline'
  history.replaceState(null, '', path)
  await Promise.all([loadMessages(languages), loadDeskMessages()])
  let page = draw()
  endWithTest(() => {
    page.close()
    return service.end()
  })
  return {
    ...service,
    reload(address = location.href) {
      page.close()
      history.replaceState(null, '', address)
      page = draw()
    },
  }
}

const identify = (role: Role) => ({ uuid: people[role].uuid, name: people[role].name })

function draw() {
  window.scrollTo(0, 0)
  const place = document.body.appendChild(document.createElement('div'))
  place.id = 'root'
  const lives: Live[] = []
  const root: Root = createRoot(place)
  root.render(
    <SessionGate onOpen={(live) => void lives.push(live)} syncDrafts={openSyncedDrafts}>
      {location.pathname.startsWith('/ask') ? <AskerPages /> : <Desk />}
    </SessionGate>,
  )
  return {
    close() {
      root.unmount()
      place.remove()
      for (const live of lives) live.close()
    },
  }
}
