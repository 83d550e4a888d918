/** Something outside the program keeps it from starting: one sentence on what, one on what to do. Never shown with a stack. */
export class StartRefusedError extends Error {
  readonly code = 'start_refused'
  override name = 'StartRefusedError'
  readonly remedy: string

  constructor(sentence: string, remedy: string) {
    super(sentence)
    this.remedy = remedy
  }
}

/** Replaces the password of a connection URL by `***`, so that it may be printed. */
export function withoutPassword(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^:@/]*):[^@]*@/i, '$1:***@')
}
