/** A cause outside the program prevents the start. Has one sentence about the cause and one about the remedy, and is shown without a stack. */
export class StartRefusedError extends Error {
  readonly code = 'start_refused'
  override name = 'StartRefusedError'
  readonly remedy: string

  constructor(sentence: string, remedy: string) {
    super(sentence)
    this.remedy = remedy
  }
}

/** Replaces the password of a connection URL by `***`, so that it can be printed. */
export function withoutPassword(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^:@/]*):[^@]*@/i, '$1:***@')
}
