import { AsklineError, type Detail, InvalidError, StaleError } from '@askline/client'
import { useRef, useState } from 'react'
import { say } from '../desk/words.ts'
import { describeFault, describeRule } from '../words/describe-fault.ts'
import type { MoveFault } from './use-move.ts'

export type Edit<Fields> = {
  /** The fields as the form shows them. */
  fields: Fields
  set<Name extends keyof Fields>(name: Name, value: Fields[Name]): void
  isDirty: boolean
  busy: boolean
  /** Why it was not saved, unless a field says it. */
  fault: MoveFault | undefined
  /** What the service says of a member of the body, for example `settings.offerMs`. */
  faultOf(path: string): string | undefined
  /** Somebody else changed it after it was read. Nothing was saved. */
  isStale: boolean
  save(): Promise<boolean>
  /** Saves the changes over what somebody else did meanwhile. */
  saveOver(): Promise<boolean>
  discard(): void
}

const withoutBody = (field: string) => field.replace(/^body\./, '')

/** What is wrong with a member of the body, without the path of the member, which people do not know. */
function describeDetail(detail: Detail, refusal: InvalidError): string {
  const { field, message } = detail
  const path = withoutBody(field)
  const told = [field, path].find((name) => message.startsWith(`${name} `))
  const text = describeRule(detail, refusal) ?? (told === undefined ? message : message.slice(told.length + 1))
  const item = /\.(\d+)$/.exec(path)?.[1]
  if (item !== undefined) return say('refused.line', { n: Number(item) + 1, text })
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whether a fault of `field` belongs to the member at `path` or to a part of it, for example to an item of a list. */
const isWithin = (field: string, path: string) => field === path || field.startsWith(`${path}.`)

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
  const [refusal, setRefusal] = useState<{ fault?: MoveFault; invalid: InvalidError | undefined; isStale: boolean }>()
  const [busy, setBusy] = useState(false)
  const isRunning = useRef(false)
  /** The members that have a field in the form. */
  const shownPaths = useRef(new Set<string>())
  const base = begun?.base ?? value
  const shown = fieldsOf(base)

  const isShown = (field: string) => [...shownPaths.current].some((path) => isWithin(withoutBody(field), path))

  async function send(options: { ifMatch?: string }): Promise<boolean> {
    if (isRunning.current || !begun) return false
    isRunning.current = true
    setBusy(true)
    setRefusal(undefined)
    try {
      await save(begun.changes, options)
      setBegun(undefined)
      return true
    } catch (error) {
      const isStale = error instanceof StaleError
      const invalid = error instanceof InvalidError ? error : undefined
      const details = invalid?.details ?? []
      const hasFields = details.length > 0 && details.every(({ field }) => isShown(field))
      const message = hasFields ? say('refused.fields') : describeFault(error as Error)
      // Support cannot help with a refused value.
      const isKnown = error instanceof AsklineError && !invalid
      setRefusal({
        isStale,
        invalid,
        ...(isStale ? {} : { fault: { message, correlationId: isKnown ? error.correlationId : undefined } }),
      })
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
    fault: refusal?.fault,
    faultOf(path) {
      shownPaths.current.add(path)
      const invalid = refusal?.invalid
      const detail = invalid?.details.find(({ field }) => isWithin(withoutBody(field), path))
      return invalid && detail && describeDetail(detail, invalid)
    },
    isStale: refusal?.isStale ?? false,
    save: () => send({ ifMatch: base.version }),
    saveOver: () => send({}),
    discard() {
      setBegun(undefined)
      setRefusal(undefined)
    },
  }
}
