/** Supplies the access token of each request. */
export type TokenSource = {
  current(): Promise<string>
  /** Returns a token other than the refused one, or `undefined` if no other can be obtained. */
  renew(refused: string): Promise<string | undefined>
}
