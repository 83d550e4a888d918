/** The rows of a company to read again: all that changed after `since`. */
export type Window = { companyId: string; since: Date }

/** Returns windows as two parallel arrays for `unnest`: companies and times. */
export const columnsOf = (windows: Window[]): [companyIds: string[], since: Date[]] => [
  windows.map((w) => w.companyId),
  windows.map((w) => w.since),
]
