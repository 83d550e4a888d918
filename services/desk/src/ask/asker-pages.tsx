import { Link, Route, Router, Switch, useLocation } from 'wouter'
import { ConnectionLine } from '../live/connection-line.tsx'
import { PageBoundary } from '../live/page-boundary.tsx'
import { useLive } from '../live/use-live.ts'
import { SignedInPerson } from '../session/signed-in-person.tsx'
import { Bar } from '../ui/bar.tsx'
import { Empty } from '../ui/empty.tsx'
import { NoPage } from '../ui/no-page.tsx'
import { say } from '../words/shared-words.ts'
import { shownText } from '../words/shown-text.ts'
import { AskPage } from './ask-page.tsx'
import { QuestionPage } from './question-page.tsx'

/** The pages of `/ask` for the person who is signed in. Experts, agents and admins have no questions here. */
export function AskerPages() {
  const { me } = useLive()
  return (
    <>
      <Bar title={say('ask.bar')}>
        <SignedInPerson home="/ask" />
      </Bar>
      <ConnectionLine />
      {me.role === 'user' ? <Pages /> : <ForStaff name={shownText(me.name)} />}
    </>
  )
}

function Pages() {
  const [here] = useLocation()
  return (
    <PageBoundary path={here}>
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
    </PageBoundary>
  )
}

function ForStaff({ name }: { name: string }) {
  return (
    <main>
      <Empty
        icon="user-round"
        title={say('session.staff', { name })}
        isPage
        action={<a href="/desk">{say('session.toDesk')}</a>}
      >
        {say('session.staffHint')}
      </Empty>
    </main>
  )
}
