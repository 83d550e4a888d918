import { AsklineError, InvalidError, StaleError } from '@askline/client'
import { useRef, useState } from 'react'
import { say } from '../desk/desk-words.ts'
import { describeDetail, withoutBody } from '../words/describe-detail.ts'
import { describeFault } from '../words/describe-fault.ts'
import type { MoveFault } from './use-move.ts'

/**
 * Returns what the service says of a member of the body, for example `settings.offerMs`. `item` names an item of a list in the
 * form.
 */
export type FaultOf = (path: string, item?: 'line' | 'entry') => string | undefined

export type Refusal = {
  faultOf: FaultOf
  /** Why nothing was saved. */
  fault: MoveFault | undefined
  /** Somebody else changed it after it was read. */
  isStale: boolean
  /** The last refusal: a new object for each one. */
  last: object | undefined
  take(error: unknown): void
  clear(): void
}

type Taken = { fault: MoveFault; invalid: InvalidError | undefined; isStale: boolean }

/** Whether a fault of `field` belongs to the member at `path` or to a part of it, for example to an item of a list. */
const isWithin = (field: string, path: string) => field === path || field.startsWith(`${path}.`)

/** Keeps what the service refused of a form, so that each of its fields can say what is wrong with it. */
export function useRefusal(): Refusal {
  const [taken, setTaken] = useState<Taken>()
  /** The members that have a field in the form. */
  const shownPaths = useRef(new Set<string>())
  const isShown = (field: string) => [...shownPaths.current].some((path) => isWithin(withoutBody(field), path))
  return {
    faultOf(path, item = 'line') {
      shownPaths.current.add(path)
      const invalid = taken?.invalid
      const detail = invalid?.details.find(({ field }) => isWithin(withoutBody(field), path))
      return invalid && detail && describeDetail(detail, invalid, (n, text) => say(`refused.${item}`, { n, text }))
    },
    fault: taken?.fault,
    isStale: taken?.isStale ?? false,
    last: taken,
    take(error) {
      const isStale = error instanceof StaleError
      const invalid = error instanceof InvalidError ? error : undefined
      const details = invalid?.details ?? []
      const hasFields = details.length > 0 && details.every(({ field }) => isShown(field))
      const message = hasFields ? say('refused.fields') : describeFault(error as Error)
      // Support cannot help with a refused value.
      const isKnown = error instanceof AsklineError && !invalid
      const fault = { message, correlationId: isKnown ? error.correlationId : undefined }
      setTaken({ isStale, invalid, fault })
    },
    clear: () => setTaken(undefined),
  }
}
