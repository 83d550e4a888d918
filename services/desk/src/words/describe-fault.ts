import { AsklineError } from '@askline/client'
import { faultText } from './words.ts'

/** Returns why a request failed: in the language in use if the code has a text there, else in the API's own words. */
export const describeFault = (error: Error): string =>
  (error instanceof AsklineError ? faultText(error.code) : undefined) ?? error.message
