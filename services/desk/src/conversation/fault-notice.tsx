import type { MoveFault } from '../live/use-move.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { say } from '../words/words.ts'

/** Why a move was refused, in the service's words, with the id that support can find it by. */
export function FaultNotice({ fault }: { fault: MoveFault | undefined }) {
  if (!fault) return null
  const { message, correlationId } = fault
  return (
    <Notice
      kind="bad"
      isLive
      title={message}
      actions={
        correlationId && (
          <Button
            size="small"
            kind="quiet"
            icon="copy"
            onClick={() => void navigator.clipboard.writeText(correlationId)}
          >
            {say('fault.copyId')}
          </Button>
        )
      }
    >
      <p>{say('fault.nothingLost')}</p>
    </Notice>
  )
}
