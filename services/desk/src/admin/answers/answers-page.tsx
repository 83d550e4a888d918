import { say as sayShared } from '../../desk/desk-words.ts'
import { Empty } from '../../ui/empty.tsx'
import { say } from '../admin-words.ts'
import { Page } from '../frame/page.tsx'
import { Tabs } from '../frame/tabs.tsx'
import { Conflicts } from './conflicts.tsx'
import { Precision } from './precision.tsx'
import { Rejected } from './rejected.tsx'
import { Stale } from './stale.tsx'
import { Unanswered } from './unanswered.tsx'

const root = '/admin/answers'
const parts = [
  { name: undefined, text: 'answers.precision', Part: Precision },
  { name: 'unanswered', text: 'answers.unanswered', Part: Unanswered },
  { name: 'rejected', text: 'answers.rejected', Part: Rejected },
  { name: 'stale', text: 'answers.stale', Part: Stale },
  { name: 'conflicts', text: 'answers.conflicts', Part: Conflicts },
] as const
const hrefOf = (name: string | undefined) => (name === undefined ? root : `${root}/${name}`)

/** `/desk/admin/answers`: how right automatic answers are, and which known answers need somebody's attention. */
export function AnswersPage({ uuid: name }: { uuid: string | undefined }) {
  const part = parts.find((one) => one.name === name)
  return (
    <Page title={say('answers.title')} lead={say('answers.lead')}>
      <Tabs
        label={say('answers.parts')}
        here={hrefOf(name)}
        tabs={parts.map((one) => ({ href: hrefOf(one.name), text: say(one.text) }))}
      />
      {part ? (
        <part.Part />
      ) : (
        <Empty icon="circle-alert" title={sayShared('desk.noPage')}>
          {sayShared('desk.noPageHint')}
        </Empty>
      )}
    </Page>
  )
}
