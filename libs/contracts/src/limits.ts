/** The limits of decisions §2. Characters are UTF-16 code units, sizes are bytes, times are ms. */
export const limits = {
  textLength: 10_000,
  jsonBodyBytes: 256 * 1024,
  metadataBytes: 16 * 1024,
  metadataDepth: 5,
  nameLength: 200,
  emailLength: 254,
  externalIdLength: 255,
  reasonLength: 1_000,
  pageSize: 20,
  pageSizeMax: 100,
  requestMs: 8_000,
  idempotencyKeyLength: 255,
  idempotencyMs: 24 * 60 * 60 * 1000,
  /** Lists look this far behind `lastChecked`: longer than the longest write transaction. */
  listOverlapMs: 5_000,
} as const
