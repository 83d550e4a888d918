import { type RefObject, useEffect } from 'react'

/** Fields that say what is wrong with them, alone or as parts of one value. */
const refused = ['[aria-invalid="true"]', '[data-refused] :is(input, select, textarea, button)'].join()

/**
 * Moves the focus to the first refused field of a form whenever `last` is another refusal. Without such a field, the sentence that says why
 * comes into sight.
 */
export function useRefusedFocus(form: RefObject<HTMLElement | null>, last: object | undefined): void {
  useEffect(() => {
    if (!last) return
    const field = form.current?.querySelector<HTMLElement>(refused)
    field?.focus({ preventScroll: true })
    const place = field ?? form.current?.querySelector('[role="alert"]')
    place?.scrollIntoView({ block: 'nearest' })
  }, [form, last])
}
