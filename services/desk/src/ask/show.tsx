import '../ui/tokens.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { Link, Route, Router, Switch } from 'wouter'
import { ConnectionLine } from '../live/connection-line.tsx'
import { showTheme } from '../live/preferences.ts'
import { SessionGate } from '../session/session-gate.tsx'
import { Bar } from '../ui/bar.tsx'
import { NoPage } from '../ui/no-page.tsx'
import { loadMessages, say } from '../words/words.ts'
import { AskPage } from './ask-page.tsx'
import { QuestionPage } from './question-page.tsx'

showTheme()
await loadMessages()
document.title = say('ask.documentTitle')
createRoot(document.getElementById('root') as HTMLElement).render(
  <SessionGate>
    <Bar title={say('ask.bar')} />
    <ConnectionLine />
    <Router base="/ask">
      <Switch>
        <Route path="/q/:uuid">{({ uuid }) => <QuestionPage key={uuid} uuid={uuid} />}</Route>
        <Route path="/">
          <AskPage />
        </Route>
        <Route>
          <NoPage>
            <Link href="/">{say('ask.back')}</Link>
          </NoPage>
        </Route>
      </Switch>
    </Router>
  </SessionGate>,
)
