import { useState } from 'react'
import { useFetch } from '../live/use-fetch.ts'
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

/** The form of a link: for an invitation or for a new password. `kind` is what its address says. */
export function LinkPage({ token, kind }: { token: string; kind: LinkKind }) {
  const { value: opened, error, isLoading, retry } = useFetch(token, () => openLink(token))
  /** Why the link, which was good when it was opened, is of no use any more. */
  const [spent, setSpent] = useState<Error>()
  const fault = spent ?? error

  if (isLoading)
    return (
      <CardFrame>
        <Skeleton label={say('card.loading')} lines={5} />
      </CardFrame>
    )
  if (fault && isSpentLink(fault)) return <SpentLink kind={kind} error={fault} />
  if (fault)
    return (
      <Card title={say(kind === 'INVITATION' ? 'invitation.title' : 'reset.title')}>
        <Notice
          kind="bad"
          isLive
          title={sayFault(fault)}
          actions={<Button onClick={retry}>{say('fault.retry')}</Button>}
        >
          {isUnreachable(fault) && <p>{say('fault.unreachableLink')}</p>}
        </Notice>
      </Card>
    )
  const Form = opened?.preview.purpose === 'INVITATION' ? InvitationForm : NewPasswordForm
  return opened && <Form token={token} {...opened} onSpent={setSpent} />
}

/** Returns what a link is for, and the person who would be signed out here. */
async function openLink(token: string): Promise<{ preview: LinkPreview; present: PresentPerson | undefined }> {
  const [preview, found] = await Promise.all([
    post<LinkPreview>('/oauth/links/preview', { token }),
    findPresentPerson(),
  ])
  const isSame = found?.email === preview.email && found.company.tag === preview.company.tag
  return { preview, present: isSame ? undefined : found }
}
