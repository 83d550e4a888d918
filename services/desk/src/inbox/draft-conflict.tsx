import { useEffect } from 'react'
import { say } from '../desk/desk-words.ts'
import type { Live } from '../live/live.ts'
import { useCell, useLive } from '../live/use-live.ts'
import { Button } from '../ui/button.tsx'
import { UnsentText } from './unsent-text.tsx'

/** Keeps the draft of a question the same on all devices, and asks which text to keep if two devices changed it. */
export function DraftConflict({ questionUuid }: { questionUuid: string }) {
  const { synced } = useLive()
  return synced && <OpenDraft questionUuid={questionUuid} synced={synced} />
}

function OpenDraft({ questionUuid, synced }: { questionUuid: string; synced: NonNullable<Live['synced']> }) {
  const theirs = useCell(synced.open(questionUuid))
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && synced.refresh(questionUuid)
    look()
    // A person who changed devices comes back to a page that was hidden.
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [questionUuid, synced])

  if (theirs === undefined) return null
  return (
    <UnsentText title={say('draft.conflict')} text={theirs} isLive>
      <Button size="small" onClick={() => synced.settle(questionUuid, 'theirs')}>
        {say('draft.theirs')}
      </Button>
      <Button size="small" onClick={() => synced.settle(questionUuid, 'ours')}>
        {say('draft.ours')}
      </Button>
    </UnsentText>
  )
}
