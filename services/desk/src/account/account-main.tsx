import '../ui/tokens.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { hideComposedKeys } from '../keys/input-method.ts'
import { showTheme } from '../live/preferences.ts'
import { loadFaults } from '../words/faults.ts'
import { chooseLanguage } from '../words/messages.ts'
import { AccountPages } from './account-pages.tsx'
import { loadAccountMessages } from './account-words.tsx'
import { takeToken } from './link-token.ts'

// First of all, so that it is in the address no longer than needed.
const firstToken = takeToken()
hideComposedKeys()
// After the first load, because a browser translates only what it shows.
void import('../ui/translated-page.ts').then(({ keepTextsLive }) => keepTextsLive())
showTheme()
chooseLanguage()
await Promise.all([loadAccountMessages(), loadFaults()])
createRoot(document.getElementById('root') as HTMLElement).render(
  <AccountPages path={location.pathname} firstToken={firstToken} />,
)
