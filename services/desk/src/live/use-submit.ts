import { type RefObject, useRef } from 'react'
import { useRefusedFocus } from '../ui/refused-focus.ts'
import { type MoveFault, useMove } from './use-move.ts'
import { type FaultOf, useRefusal } from './use-refusal.ts'

export type Submit = {
  form: RefObject<HTMLFormElement | null>
  /** Resolves to whether it was sent and accepted. */
  submit(send: () => Promise<unknown>): Promise<boolean>
  isBusy: boolean
  fault: MoveFault | undefined
  faultOf: FaultOf
}

/** Returns how to send a form once, however often it is asked to. A refused field says why, and gets the focus. */
export function useSubmit(): Submit {
  const form = useRef<HTMLFormElement>(null)
  const { run, busy } = useMove()
  const refusal = useRefusal()
  useRefusedFocus(form, refusal.last)
  const submit = (send: () => Promise<unknown>) =>
    run('submit', async () => {
      refusal.clear()
      try {
        await send()
      } catch (error) {
        refusal.take(error)
        throw error
      }
    })
  return { form, submit, isBusy: busy !== undefined, fault: refusal.fault, faultOf: refusal.faultOf }
}
