import { useState } from 'react'
import type { MoveFault } from '../live/use-move.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { say } from '../words/shared-words.ts'

/** Why a move was refused, in the service's words, with the id that support can find it by. */
export function FaultNotice({ fault }: { fault: MoveFault | undefined }) {
  if (!fault) return null
  return (
    <Notice kind="bad" isLive title={fault.message} actions={<CopyId error={fault} />}>
      <p>{say('fault.nothingLost')}</p>
    </Notice>
  )
}

/** Says that a list could not be loaded. Without `onRetry`, the page tries again by itself. */
export function ListFailure({ error, onRetry }: { error: Error; onRetry?: (() => void) | undefined }) {
  const retry = onRetry && (
    <Button size="small" icon="rotate-ccw" onClick={onRetry}>
      {say('session.again')}
    </Button>
  )
  return (
    <Notice
      kind="bad"
      title={say('list.failed')}
      actions={
        <>
          {retry}
          <CopyId error={error} />
        </>
      }
    >
      {!retry && <p>{say('list.failedHint')}</p>}
    </Notice>
  )
}

/** Copies the id by which support finds what failed. Nothing if the service gave none. */
export function CopyId({ error }: { error: Error | MoveFault }) {
  const [copied, setCopied] = useState<string>()
  const correlationId = 'correlationId' in error ? error.correlationId : undefined
  if (typeof correlationId !== 'string') return null
  return (
    <Button
      size="small"
      kind="quiet"
      icon="copy"
      onClick={() => void navigator.clipboard.writeText(correlationId).then(() => setCopied(correlationId))}
    >
      {say(copied === correlationId ? 'fault.idCopied' : 'fault.copyId')}
    </Button>
  )
}
