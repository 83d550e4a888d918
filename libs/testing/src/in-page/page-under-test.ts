/** A page, from inside its browser or from outside. */
export type PageUnderTest = {
  /** Runs an expression in the page and returns its value. */
  evaluate<T>(expression: string): Promise<T>
}
