import type { Detail, InvalidError } from '@askline/client'
import { describeRule } from './describe-fault.ts'

/** Returns the path of a member of the body as forms know it, for example `settings.offerMs`. */
export const withoutBody = (field: string): string => field.replace(/^body\./, '')

/**
 * Returns what is wrong with a member of the body. Leaves out its path, which people do not know. `ofItem` names the item of a
 * list that it is about.
 */
export function describeDetail(
  detail: Detail,
  refusal: InvalidError,
  ofItem: (n: number, text: string) => string = (_n, text) => text,
): string {
  const { field, message } = detail
  const path = withoutBody(field)
  const told = [field, path].find((name) => message.startsWith(`${name} `))
  const ofRule = describeRule(detail, refusal)
  // A sentence that does not begin with the path names what it is about.
  if (ofRule === undefined && told === undefined) return message
  const text = ofRule ?? message.slice((told?.length ?? -1) + 1)
  const at = /\.(\d+)$/.exec(path)?.[1]
  if (at !== undefined) return ofItem(Number(at) + 1, text)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
