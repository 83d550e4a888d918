import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { say } from './account-words.tsx'
import { Card, CardFrame } from './card.tsx'
import { InvitationForm } from './invitation-form.tsx'
import type { LinkKind, LinkPreview } from './link-preview.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { post } from './post.ts'
import { findPresentPerson, type PresentPerson } from './present-person.ts'
import { isUnreachable, sayFault } from './sending-fault.tsx'
import { isSpentLink, SpentLink } from './spent-link.tsx'

type State =
  | { at: 'loading' }
  | { at: 'failed'; error: Error }
  | { at: 'open'; preview: LinkPreview; present: PresentPerson | undefined }

/** The form of a link: for an invitation or for a new password. `kind` is what its address says. */
export function LinkPage({ token, kind }: { token: string; kind: LinkKind }) {
  const [attempt, setAttempt] = useState(0)
  return <OpenedLink key={`${token} ${attempt}`} token={token} kind={kind} onTryAgain={() => setAttempt(attempt + 1)} />
}

/** Looks once what the link is for. */
function OpenedLink({ token, kind, onTryAgain }: { token: string; kind: LinkKind; onTryAgain: () => void }) {
  const [state, setState] = useState<State>({ at: 'loading' })
  const title = say(kind === 'INVITATION' ? 'invitation.title' : 'reset.title')

  useEffect(() => {
    let isOver = false
    Promise.all([post<LinkPreview>('/oauth/links/preview', { token }), findPresentPerson()]).then(
      ([preview, found]) => {
        const isSame = found?.email === preview.email && found.company.tag === preview.company.tag
        if (!isOver) setState({ at: 'open', preview, present: isSame ? undefined : found })
      },
      (error: Error) => {
        if (!isOver) setState({ at: 'failed', error })
      },
    )
    return () => {
      isOver = true
    }
  }, [token])

  if (state.at === 'loading')
    return (
      <CardFrame>
        <Skeleton label={say('card.loading')} lines={5} />
      </CardFrame>
    )
  if (state.at === 'failed') {
    const { error } = state
    if (isSpentLink(error)) return <SpentLink kind={kind} error={error} />
    return (
      <Card title={title}>
        <Notice
          kind="bad"
          isLive
          title={sayFault(error)}
          actions={<Button onClick={onTryAgain}>{say('fault.retry')}</Button>}
        >
          {isUnreachable(error) && <p>{say('fault.unreachableLink')}</p>}
        </Notice>
      </Card>
    )
  }
  const Form = state.preview.purpose === 'INVITATION' ? InvitationForm : NewPasswordForm
  return (
    <Form
      token={token}
      preview={state.preview}
      present={state.present}
      onSpent={(error) => setState({ at: 'failed', error })}
    />
  )
}
