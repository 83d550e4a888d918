import { InvalidError } from '@askline/client'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { CopyId } from '../../conversation/fault-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { describeFault } from '../../words/describe-fault.ts'
import { say as sayShared } from '../../words/shared-words.ts'
import { say } from '../admin-words.ts'

/** Why something could not be loaded, with another try and the id that support can find it by. */
export function LoadFault({ error, isStale, onRetry }: { error: Error; isStale?: boolean; onRetry: () => void }) {
  /** The failure that led to another try. A try that fails too brings another one. */
  const [query, setQuery] = useSearchParams()
  const [tried, setTried] = useState<Error>()
  if (error instanceof InvalidError && query.size > 0) {
    return (
      <Notice
        kind="bad"
        isLive
        title={say('filter.invalid')}
        actions={
          <Button size="small" icon="x" onClick={() => setQuery(new URLSearchParams(), { replace: true })}>
            {say('filter.clear')}
          </Button>
        }
      >
        <p>{say('filter.invalidHint')}</p>
      </Notice>
    )
  }
  return (
    <Notice
      kind={isStale ? 'warn' : 'bad'}
      isLive
      title={say(isStale ? 'load.stale' : 'load.failed')}
      actions={
        <>
          <Button
            size="small"
            icon="rotate-ccw"
            isBusy={tried === error}
            onClick={() => {
              setTried(error)
              onRetry()
            }}
          >
            {sayShared('session.again')}
          </Button>
          <CopyId error={error} />
        </>
      }
    >
      <p>{describeFault(error)}</p>
    </Notice>
  )
}
