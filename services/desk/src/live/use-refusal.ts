import { AsklineError, type Detail, InvalidError, StaleError } from '@askline/client'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { say } from '../desk/words.ts'
import { describeFault, describeRule } from '../words/describe-fault.ts'
import type { MoveFault } from './use-move.ts'

/**
 * Returns what the service says of a member of the body, for example `settings.offerMs`. `item` is what an item of a list is
 * called in the form.
 */
export type FaultOf = (path: string, item?: 'line' | 'entry') => string | undefined

export type Refusal = {
  faultOf: FaultOf
  /** Why nothing was saved. */
  fault: MoveFault | undefined
  /** Somebody else changed it after it was read. */
  isStale: boolean
  /** What was refused last: another object for each refusal. */
  last: object | undefined
  take(error: unknown): void
  clear(): void
}

type Taken = { fault: MoveFault; invalid: InvalidError | undefined; isStale: boolean }

const withoutBody = (field: string) => field.replace(/^body\./, '')

/** What is wrong with a member of the body, without the path of the member, which people do not know. */
function describeDetail(detail: Detail, refusal: InvalidError, item: 'line' | 'entry'): string {
  const { field, message } = detail
  const path = withoutBody(field)
  const told = [field, path].find((name) => message.startsWith(`${name} `))
  const ofRule = describeRule(detail, refusal)
  // A sentence that does not begin with the path names what it is about.
  if (ofRule === undefined && told === undefined) return message
  const text = ofRule ?? message.slice((told?.length ?? -1) + 1)
  const at = /\.(\d+)$/.exec(path)?.[1]
  if (at !== undefined) return say(`refused.${item}`, { n: Number(at) + 1, text })
  return text.charAt(0).toUpperCase() + text.slice(1)
}

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
      return invalid && detail && describeDetail(detail, invalid, item)
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

/** Fields that say what is wrong with them, alone or as parts of one value. */
const refused = ['[aria-invalid="true"]', '[data-refused] :is(input, select, textarea, button)'].join()

/** Moves the focus to the first refused field of a form whenever `last` is another refusal. */
export function useRefusedFocus(form: RefObject<HTMLElement | null>, last: object | undefined): void {
  useEffect(() => {
    const field = last && form.current?.querySelector<HTMLElement>(refused)
    if (!field) return
    field.focus({ preventScroll: true })
    field.scrollIntoView({ block: 'nearest' })
  }, [form, last])
}
