/** How a value breaks a rule that JSON Schema cannot state. `path` leads from the refined member to the value at fault. */
export type Refinement = {
  rule: string
  message: string
  path?: string | undefined
  /** The valid value that is spelled most like the refused one. */
  suggestion?: string | undefined
}

/** Returns the message of a broken refinement, as the API's validation reads it. */
export const refinement = (broken: Refinement): string => JSON.stringify(broken)
