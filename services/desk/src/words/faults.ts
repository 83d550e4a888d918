import { loadCodes } from './messages.ts'

/** What the API says when it refuses a request, by the code of the fault. */
let faults: Record<string, string> = {}

/** Loads what faults of the API mean in the language in use. */
export async function loadFaults(): Promise<void> {
  faults = await loadCodes({ de: () => import('../../messages/faults/de.json') })
}

/** Returns what a fault of the API means in the language in use; `undefined` if only the API has words for it. */
export const faultText = (code: string): string | undefined => faults[code]
