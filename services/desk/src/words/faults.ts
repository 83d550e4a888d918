import { loadCodes } from './messages.ts'

/** Texts for faults of the API, by code, in the language in use. */
let faults: Record<string, string> = {}

/** Loads what faults of the API mean in the language in use. */
export async function loadFaults(): Promise<void> {
  faults = await loadCodes({ de: () => import('../../messages/faults/de.json') })
}

/** Returns what a fault of the API means in the language in use; `undefined` if only the API has words for it. */
export const faultText = (code: string): string | undefined => faults[code]
