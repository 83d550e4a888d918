import { InvalidError } from '@askline/client'
import { type RefObject, useRef, useState } from 'react'
import { useRefusedFocus } from '../ui/refused-focus.ts'
import { describeDetail, withoutBody } from '../words/describe-detail.ts'
import type { Lacks } from './lacks.ts'

export type Sending = {
  form: RefObject<HTMLFormElement | null>
  /** Sends the form once, however often it is asked to, unless it lacks something. A refused field gets the focus. */
  send(lacks: Lacks, request: () => Promise<unknown>): Promise<void>
  isBusy: boolean
  /** Returns what is wrong with the field of a member of the body, for example `admin.email`. */
  faultOf(path: string): string | undefined
  /** Why the form was refused, unless its fields say so. */
  fault: Error | undefined
}

type Refusal = { lacks?: Lacks; error?: Error }

/** Returns how to send a form. The typed values stay if the service refuses them. */
export function useSending(): Sending {
  const form = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  /** The members that have a field in the form. */
  const shownPaths = useRef(new Set<string>())
  useRefusedFocus(form, refusal)

  const invalid = refusal?.error instanceof InvalidError ? refusal.error : undefined
  const isShown = ({ field }: { field: string }) => shownPaths.current.has(withoutBody(field))
  const isAtFields = invalid !== undefined && invalid.details.length > 0 && invalid.details.every(isShown)
  return {
    form,
    isBusy,
    async send(lacks, request) {
      if (isSending.current) return
      if (Object.keys(lacks).length > 0) return setRefusal({ lacks })
      isSending.current = true
      setIsBusy(true)
      setRefusal(undefined)
      try {
        await request()
      } catch (error) {
        setRefusal({ error: error as Error })
      } finally {
        isSending.current = false
        setIsBusy(false)
      }
    },
    faultOf(path) {
      shownPaths.current.add(path)
      const detail = invalid?.details.find(({ field }) => withoutBody(field) === path)
      return refusal?.lacks?.[path] ?? (invalid && detail && describeDetail(detail, invalid))
    },
    fault: isAtFields ? undefined : refusal?.error,
  }
}
