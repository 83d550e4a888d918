import { AsklineError } from '@askline/client'
import type { MoveFault } from '../live/use-move.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { say } from '../words/words.ts'

/** Why a move was refused, in the service's words, with the id that support can find it by. */
export function FaultNotice({ fault }: { fault: MoveFault | undefined }) {
  if (!fault) return null
  const { message, correlationId } = fault
  return (
    <Notice kind="bad" isLive title={message} actions={<CopyId correlationId={correlationId} />}>
      <p>{say('fault.nothingLost')}</p>
    </Notice>
  )
}

/** Says that a list could not be loaded. The page tries again by itself. */
export function ListFailure({ error }: { error: Error }) {
  const correlationId = error instanceof AsklineError ? error.correlationId : undefined
  return (
    <Notice kind="bad" title={say('list.failed')} actions={<CopyId correlationId={correlationId} />}>
      <p>{say('list.failedHint')}</p>
    </Notice>
  )
}

function CopyId({ correlationId }: { correlationId: string | undefined }) {
  if (correlationId === undefined) return null
  return (
    <Button size="small" kind="quiet" icon="copy" onClick={() => void navigator.clipboard.writeText(correlationId)}>
      {say('fault.copyId')}
    </Button>
  )
}
