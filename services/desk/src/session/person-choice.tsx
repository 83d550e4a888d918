import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { say } from '../words/shared-words.ts'
import { shownText } from '../words/shown-text.ts'
import styles from './person-choice.module.css'
import type { OtherPersonError } from './session.ts'

/** Asks whether to stay signed in or to continue as the person of a link. To stay is the first choice and has the focus. */
export function PersonChoice({ choice, onChosen }: { choice: OtherPersonError; onChosen: () => void }) {
  const [present, next] = [shownText(choice.present), shownText(choice.next)]
  const first = useRef<HTMLDivElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => first.current?.querySelector('button')?.focus(), [])
  const choose = (chosen: () => Promise<void>) => async () => {
    setIsBusy(true)
    // Without a connection, and with a link that is over, the page shows what is the case now.
    await chosen().catch(() => undefined)
    onChosen()
  }
  return (
    <Empty
      icon="user-round"
      title={say('choice.title', { present, next })}
      isPage
      action={
        <div ref={first} className={styles['choices']}>
          <Button kind="primary" isBusy={isBusy} onClick={() => void choose(choice.stay)()}>
            {say('choice.stay', { name: present })}
          </Button>
          <Button isBusy={isBusy} onClick={() => void choose(choice.replace)()}>
            {say('choice.continue', { name: next })}
          </Button>
        </div>
      }
    >
      {say('choice.hint', { name: present })}
    </Empty>
  )
}
