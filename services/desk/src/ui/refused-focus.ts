import { type RefObject, useEffect } from 'react'

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
