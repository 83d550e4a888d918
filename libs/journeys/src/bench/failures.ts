/** Counts the operations of a run that failed, by reason. */
export class Failures {
  readonly byReason: Record<string, number> = {}

  /** `reason`: such as `status 503`. */
  add(reason: string): void {
    this.byReason[reason] = (this.byReason[reason] ?? 0) + 1
  }

  get total(): number {
    return Object.values(this.byReason).reduce((sum, count) => sum + count, 0)
  }
}
