import { AsklineError } from '@askline/client'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { describeFault } from '../../words/describe-fault.ts'
import { say as sayShared } from '../../words/words.ts'
import { say } from '../words.ts'

/** Why something could not be loaded, with another try and the id that support can find it by. */
export function LoadFault({ error, isStale, onRetry }: { error: Error; isStale?: boolean; onRetry: () => void }) {
  const correlationId = error instanceof AsklineError ? error.correlationId : undefined
  return (
    <Notice
      kind={isStale ? 'warn' : 'bad'}
      isLive
      title={say(isStale ? 'load.stale' : 'load.failed')}
      actions={
        <>
          <Button size="small" icon="rotate-ccw" onClick={onRetry}>
            {sayShared('session.again')}
          </Button>
          {correlationId && (
            <Button
              size="small"
              kind="quiet"
              icon="copy"
              onClick={() => void navigator.clipboard.writeText(correlationId)}
            >
              {sayShared('fault.copyId')}
            </Button>
          )}
        </>
      }
    >
      <p>{describeFault(error)}</p>
    </Notice>
  )
}
