import { AsklineError, InvalidError, RateLimitedError, UnavailableError } from '@askline/client'
import type { ReactNode } from 'react'
import { Notice } from '../ui/notice.tsx'
import { describeFault } from '../words/describe-fault.ts'
import { say } from './account-words.tsx'

/** Returns whether the service gave no answer that counts. */
export const isUnreachable = (error: Error): boolean =>
  !(error instanceof AsklineError) || error instanceof UnavailableError

/** Returns why a request failed, in one sentence. */
export function sayFault(error: Error): string {
  if (isUnreachable(error)) return say('fault.unreachable')
  if (error instanceof RateLimitedError) return sayWait(error.retryAfter)
  return describeFault(error)
}

/** Returns how long to wait: in seconds up to 90, else in minutes. */
function sayWait(seconds: number): string {
  const n = Math.max(1, Math.ceil(seconds))
  return n <= 90 ? say('fault.wait', { n }) : say('fault.waitLong', { n: Math.ceil(n / 60) })
}

/** Why a form was not accepted, and the id by which support finds the request if it cannot be helped by other values. */
export function SendingFault({ fault, children }: { fault: Error | undefined; children?: ReactNode }) {
  if (!fault) return null
  const isHelpless =
    fault instanceof AsklineError && !(fault instanceof InvalidError || fault instanceof RateLimitedError)
  const id = isHelpless ? fault.correlationId : undefined
  return (
    <Notice kind="bad" isLive title={sayFault(fault)}>
      {isUnreachable(fault) && <p>{say('fault.unreachableForm')}</p>}
      {id && <p>{say('fault.id', { id })}</p>}
      {children}
    </Notice>
  )
}
