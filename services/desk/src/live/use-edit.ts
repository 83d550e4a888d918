import { useRef, useState } from 'react'
import { type FaultOf, type Refusal, useRefusal } from './use-refusal.ts'

export type Edit<Fields> = {
  /** The fields as the form shows them. */
  fields: Fields
  set<Name extends keyof Fields>(name: Name, value: Fields[Name]): void
  isDirty: boolean
  busy: boolean
  refusal: Refusal
  faultOf: FaultOf
  save(): Promise<boolean>
  /** Saves the changes over what somebody else did meanwhile. */
  saveOver(): Promise<boolean>
  discard(): void
}

/**
 * Lets a person change `value`. Only what they changed is sent, with the version that they have seen. While they have changes,
 * a newer `value` does not replace what they look at.
 */
export function useEdit<Value extends { version: string }, Fields extends object>({
  value,
  fieldsOf,
  save,
}: {
  value: Value
  fieldsOf: (value: Value) => Fields
  save: (changes: Partial<Fields>, options: { ifMatch?: string }) => Promise<unknown>
}): Edit<Fields> {
  const [begun, setBegun] = useState<{ base: Value; changes: Partial<Fields> }>()
  const refusal = useRefusal()
  const [busy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const base = begun?.base ?? value
  const shown = fieldsOf(base)

  async function send(options: { ifMatch?: string }): Promise<boolean> {
    if (isRunning.current || !begun) return false
    isRunning.current = true
    setBusy(true)
    refusal.clear()
    try {
      await save(begun.changes, options)
      setBegun(undefined)
      return true
    } catch (error) {
      refusal.take(error)
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  return {
    fields: { ...shown, ...begun?.changes },
    set(name, next) {
      setBegun((before) => {
        const from = before ?? { base: value, changes: {} }
        const { [name]: _former, ...others } = from.changes
        const isBack = JSON.stringify(next) === JSON.stringify(fieldsOf(from.base)[name])
        const changes = (isBack ? others : { ...from.changes, [name]: next }) as Partial<Fields>
        return Object.keys(changes).length === 0 ? undefined : { base: from.base, changes }
      })
    },
    isDirty: begun !== undefined,
    busy,
    refusal,
    faultOf(path, item) {
      const fault = refusal.faultOf(path, item)
      return begun && fault
    },
    save: () => send({ ifMatch: base.version }),
    saveOver: () => send({}),
    discard() {
      setBegun(undefined)
      refusal.clear()
    },
  }
}
