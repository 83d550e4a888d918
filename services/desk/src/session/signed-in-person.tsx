import { useState } from 'react'
import { useLive } from '../live/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { say } from '../words/shared-words.ts'
import { shownText } from '../words/shown-text.ts'
import { signOut } from './session.ts'
import styles from './signed-in-person.module.css'

/** Changes of the page that only it knows, and that end with the session. */
export type Unsaved = { hint: string; doLabel: string; exists(): boolean; giveUp(): void }

type SignOutProps = { home: '/desk' | '/ask'; unsaved?: Unsaved }

/** Shows the signed-in person, with a button to sign out. */
export function SignedInPerson(props: SignOutProps) {
  return (
    <div className={styles['person']}>
      <bdi className={styles['name']}>{shownText(useLive().me.name)}</bdi>
      <SignOut {...props} />
    </div>
  )
}

/**
 * The way out, which leads to `home`. Nothing of the person stays in this browser, so unsent texts and unsaved changes are deleted
 * after a question.
 */
export function SignOut({ home, unsaved, isNamed }: SignOutProps & { isNamed?: boolean }) {
  const { sends, forget } = useLive()
  /** The content of the dialog: unsent texts that would be lost, or that the service is out of reach. */
  const [question, setQuestion] = useState<{ unsent: number; isUnsaved: boolean; hasFailed?: boolean }>()
  const loss = () => ({ unsent: sends.count(), isUnsaved: unsaved?.exists() ?? false })
  const leave = async () => {
    try {
      await signOut()
    } catch {
      return setQuestion({ ...loss(), hasFailed: true })
    }
    forget()
    unsaved?.giveUp()
    location.assign(home)
  }
  const close = () => setQuestion(undefined)
  return (
    <>
      <Button
        kind={isNamed ? 'plain' : 'quiet'}
        size="small"
        icon="log-out"
        aria-label={isNamed ? undefined : say('session.signOut')}
        onClick={() => {
          const lost = loss()
          if (lost.unsent > 0 || lost.isUnsaved) setQuestion(lost)
          else void leave()
        }}
      >
        {isNamed && say('session.signOut')}
      </Button>
      {question && (
        <Dialog
          title={say('session.signOut')}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{say('session.cancel')}</Button>
              <Button
                kind={question.unsent > 0 || question.isUnsaved ? 'danger' : 'primary'}
                onClick={() => void leave()}
              >
                {question.unsent > 0
                  ? say('session.dropAndSignOut')
                  : question.isUnsaved
                    ? unsaved?.doLabel
                    : say('session.signOut')}
              </Button>
            </>
          }
        >
          {question.unsent > 0 && <p>{say('session.unsent', { n: question.unsent })}</p>}
          {question.isUnsaved && <p>{unsaved?.hint}</p>}
          {question.hasFailed && (
            <Notice kind="bad" isLive title={say('session.stillIn')}>
              <p>{say('session.stillInHint')}</p>
            </Notice>
          )}
        </Dialog>
      )}
    </>
  )
}
