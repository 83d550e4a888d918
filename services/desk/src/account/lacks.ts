import { say } from './account-words.tsx'

/** Characters of the shortest password that the service accepts. The build writes it into the pages. */
declare const SHORTEST_PASSWORD: number

export const shortestPassword = SHORTEST_PASSWORD

/** Faults of the fields of a form, by the path of the member in the body. */
export type Lacks = Record<string, string>

/** Returns what a form lacks before it is sent: values that are blank, and a password that is too short. The service checks the rest. */
export function findLacks(required: Record<string, string>, passwordPath?: string): Lacks {
  const lacks: Lacks = {}
  for (const [path, value] of Object.entries(required)) {
    if (path === passwordPath ? value === '' : value.trim() === '') lacks[path] = say('lack.required')
    else if (path === passwordPath && value.length < shortestPassword)
      lacks[path] = say('lack.password', { n: shortestPassword })
  }
  return lacks
}
