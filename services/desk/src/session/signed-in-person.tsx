import { useState } from 'react'
import { useLive } from '../live/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { say } from '../words/words.ts'
import { signOut } from './session.ts'
import styles from './signed-in-person.module.css'

/** Who is signed in, and the way out, which leads to `home`. Nothing of the person stays in this browser, so unsent texts are deleted after a question. */
export function SignedInPerson({ home }: { home: '/desk' | '/ask' }) {
  const { me, sends, forget } = useLive()
  /** What the dialog says: how many texts would be lost, or that the service is out of reach. */
  const [question, setQuestion] = useState<{ unsent: number; hasFailed?: boolean }>()
  const leave = async () => {
    try {
      await signOut()
    } catch {
      return setQuestion({ unsent: sends.count(), hasFailed: true })
    }
    forget()
    location.assign(home)
  }
  const close = () => setQuestion(undefined)
  return (
    <div className={styles['person']}>
      <bdi className={styles['name']}>{me.name}</bdi>
      <Button
        kind="quiet"
        size="small"
        icon="log-out"
        aria-label={say('session.signOut')}
        onClick={() => {
          const unsent = sends.count()
          if (unsent > 0) setQuestion({ unsent })
          else void leave()
        }}
      />
      {question && (
        <Dialog
          title={say('session.signOut')}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{say('session.cancel')}</Button>
              <Button kind={question.unsent > 0 ? 'danger' : 'primary'} onClick={() => void leave()}>
                {say(question.unsent > 0 ? 'session.dropAndSignOut' : 'session.signOut')}
              </Button>
            </>
          }
        >
          {question.unsent > 0 && <p>{say('session.unsent', { n: question.unsent })}</p>}
          {question.hasFailed && (
            <Notice kind="bad" isLive title={say('session.stillIn')}>
              <p>{say('session.stillInHint')}</p>
            </Notice>
          )}
        </Dialog>
      )}
    </div>
  )
}
